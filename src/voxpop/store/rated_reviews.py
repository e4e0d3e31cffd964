"""What moves the stars, from a file."""

from __future__ import annotations

import numpy as np

from voxpop.aggregate.drivers import AspectVotes, Drivers, RatedReviews, find_drivers
from voxpop.store.counting import of_side, row_opinions, votes
from voxpop.store.database import reading
from voxpop.store.sql_query import REVIEW_LANGUAGE
from voxpop.store.store import Store

FEWEST_GIVEN = 30  # reviews with stars below which the predicted stars are taken


def drivers_of(store: Store) -> Drivers:
    """Return what each aspect at the top of the table does to the stars."""
    return find_drivers(rated_reviews(store))


def rated_reviews(store: Store) -> RatedReviews:
    """Return the reviews with stars and what they judge; where hardly any stars are given, the predicted stars."""
    cursor = store._connection.cursor()
    with reading():
        given = int(cursor.execute("SELECT count(stars) FROM reviews").fetchall()[0][0])
        predicted = given < FEWEST_GIVEN
        column = "predicted_stars" if predicted else "stars"
        rated = cursor.sql(f"""SELECT seq, {column} AS stars, {REVIEW_LANGUAGE} AS lang FROM reviews r
            WHERE {column} IS NOT NULL ORDER BY seq""").to_arrow_table()
        judged = votes(cursor, row_opinions(), where=of_side(store.side))
    numbers = rated["seq"].to_numpy().astype(np.int64)
    rows, reviews = judged["row"].to_numpy(), judged["review"].to_numpy()
    bad, good = (judged[name].to_numpy() for name in ("bad", "good"))
    places = np.minimum(np.searchsorted(numbers, reviews), max(len(numbers) - 1, 0))
    has_stars = numbers[places] == reviews if len(numbers) else np.zeros(len(reviews), bool)
    tops = [(place, row) for place, row in enumerate(store.aspects) if row.parent is None]
    aspects = [
        AspectVotes(row.id, row.name, places[own & bad], places[own & good])
        for place, row in sorted(tops, key=lambda top: (-top[1].reviews, -top[1].mentions, top[1].name))
        for own in [has_stars & (rows == place)]
    ]  # those of most reviews first: there may not be enough reviews for all
    languages = rated["lang"].to_numpy(zero_copy_only=False).astype(object)
    return RatedReviews(numbers, rated["stars"].to_numpy().astype(float), languages, aspects, predicted)
