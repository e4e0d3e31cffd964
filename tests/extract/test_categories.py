from __future__ import annotations

from voxpop.extract.categories import shown_categories

from .fake import CONFIG, FakeReader


def test_the_shown_set_and_the_names_for_readers() -> None:
    scheme = shown_categories(CONFIG)
    assert scheme.names == ("food", "service", "value")  # the config calls the price so
    assert (scheme.places, scheme.present) == (slice(1, 4), 0.5)


def test_only_what_is_present() -> None:
    (reading,) = FakeReader().read(["Great soup, but we paid too much."])
    topics = shown_categories(CONFIG)(reading)
    assert list(topics.names) == ["food", "value"]
    assert topics.polarity.shape == (2, 3)
    assert topics.attention.shape == (2, len(reading.spans))


def test_a_config_that_shows_nothing() -> None:
    (reading,) = FakeReader().read(["Great soup."])
    assert list(shown_categories({**CONFIG, "shown": "none"})(reading).names) == []
