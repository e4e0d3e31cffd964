"""The kind of product is detected over the reviews, and an opinion gets no category that cannot be in it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from voxpop.analysis import analyze
from voxpop.errors import AssetError, OptionError
from voxpop.examples import example
from voxpop.extract.domains import Domain, DomainDetector, detect_domain, domain_facts, domain_of, given_domains
from voxpop.extract.opinion_extractor import OpinionExtractor
from voxpop.extract.opinion_model import TextScores, opinion_model
from voxpop.ingest import Curator, read_reviews
from voxpop.ingest.boilerplate import Boilerplate
from voxpop.lang import LANGUAGES, language
from voxpop.lang.product_kinds import KINDS
from voxpop.part_extraction import extract
from voxpop.settings import Settings
from voxpop.types import Rejected, Review

from .fake import CONFIG, FakeModel, install


def shares(**changes: float) -> dict[str, float]:
    return {category: changes.get(category, 0.0) for category in CONFIG["categories"]}


KNOWN: dict[str, dict[str, Any]] = {
    "mobile-app": {"domains": [0, 1], "categories": shares(overall=0.5, features=0.3, service=0.1, price=0.1)},
    "restaurant": {"domains": [2], "categories": shares(overall=0.1, food=0.6, service=0.2, price=0.1)},
    "film": {"domains": [], "categories": shares(overall=1.0)},
}
APP, RESTAURANT = np.float32([0.6, 0.4, 0.0]), np.float32([0.0, 0.0, 1.0])


class KindModel(FakeModel):
    """Knows three domains of two kinds: where the battery is named, it is an app."""

    config = CONFIG | {"kinds": KNOWN}

    def read(self, text: str, *, hidden: bool = False) -> TextScores:
        return super().read(text, hidden=hidden)._replace(domains=APP if "battery" in text else RESTAURANT)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> KindModel:
    install(monkeypatch, langs=["en"])
    fake = KindModel()
    monkeypatch.setattr("voxpop.extract.extractors.opinion_model", lambda lang, *, fast=False: fake)
    return fake


def test_the_probabilities_of_the_domains_of_a_kind_are_added_and_the_texts_agree_on_one() -> None:
    texts = ["The battery is weak."] * 9 + ["The soup was cold."]
    domain = detect_domain(KindModel(), texts)
    assert domain is not None
    assert (domain.kind, domain.is_given) == ("mobile-app", False)
    assert domain.probability == pytest.approx(0.996, abs=0.001)  # geometric means: 1.001^.9 · .001^.1, and the reverse
    half = detect_domain(KindModel(), texts[-2:] * 5)
    assert half is not None
    assert half.probability == pytest.approx(0.5)


def test_texts_that_say_little_hardly_count() -> None:
    class Vague(KindModel):
        def read(self, text: str, *, hidden: bool = False) -> TextScores:
            scores = super().read(text, hidden=hidden)
            return scores if "battery" in text else scores._replace(domains=np.float32([0.2, 0.1, 0.7]))

    domain = detect_domain(Vague(), ["The battery is weak."] * 4 + ["Tasty!"] * 6)  # the mean would say 0.58
    assert domain is not None
    assert domain.kind == "mobile-app"
    assert domain.probability > 0.8


def test_of_few_texts_nothing_is_concluded() -> None:
    assert detect_domain(KindModel(), ["The soup was cold."] * 7) is None
    assert detect_domain(KindModel(), ["The soup was cold."] * 8) is not None


def test_a_model_without_kinds_detects_none() -> None:
    assert detect_domain(FakeModel(), ["The soup was cold."] * 20) is None


def test_categories_are_those_of_the_kinds_that_are_likely() -> None:
    assert domain_of({"mobile-app": 1.0}, KNOWN).categories == {"overall", "features", "service", "price"}
    assert domain_of({"mobile-app": 0.6, "restaurant": 0.4}, KNOWN).categories == set(CONFIG["categories"])
    assert "food" not in domain_of({"mobile-app": 0.9, "restaurant": 0.05}, KNOWN).categories  # by chance


def test_overall_is_always_allowed() -> None:
    kinds = {"film": {"domains": [], "categories": shares(features=1.0)}}
    assert domain_of({"film": 1.0}, kinds).categories == {"overall", "features"}


def test_an_unlikely_kind_is_not_said() -> None:
    domain = domain_of({"mobile-app": 0.3, "restaurant": 0.2}, KNOWN)
    assert domain.kind == "mobile-app"
    assert not domain.is_sure
    facts = domain_facts({"en": domain, "zh": Domain("hotel", 0.8706, frozenset())})
    assert facts["en"] == {"kind": None, "name": None, "probability": 0.3, "given": False}
    assert facts["zh"] == {"kind": "hotel", "name": "酒店民宿", "probability": 0.871, "given": False}


def test_a_category_that_is_not_allowed_gives_way_to_the_most_likely_other_one() -> None:
    class Undecided(FakeModel):
        def read(self, text: str, *, hidden: bool = False) -> TextScores:
            scores = super().read(text, hidden=hidden)
            scores.windows[0].category[:] = np.float32([0.02, 0.65, 0.3, 0.03, 0.0])
            return scores

    text = "The soup was great."

    def category(allowed: frozenset[str] | None) -> str | None:
        reads = OpinionExtractor("en", Undecided(), allowed=allowed)
        (extraction,) = reads.extract([text], language("en").parse([text]))
        return next(term.category for term in extraction.terms if term.term == "soup")

    assert category(None) == category(frozenset({"food", "overall"})) == "food"
    assert category(frozenset({"overall", "service"})) == "service"
    assert category(frozenset({"overall"})) == "overall"


def test_the_detector_gives_the_rows_back_and_their_order_does_not_matter(model: KindModel) -> None:
    texts = [f"The battery of number {number} is weak." for number in range(60)]
    texts += [f"The soup of number {number} was cold." for number in range(60)]
    rows: list[Review | Rejected] = [Review(id=text, text=text, lang="en") for text in texts]
    rows.append(Rejected(step="text", reason="There is no text."))
    found = []
    for order in (rows, rows[::-1]):
        detector = DomainDetector(Settings())
        assert list(detector.watch(order)) == order
        found.append(detector.find(Boilerplate()))
    assert found[0] == found[1]
    assert list(found[0]) == ["en"]


def test_a_language_without_weights_is_refused(model: KindModel) -> None:
    rows = [Review(id=str(number), text=f"电池很差 {number}", lang="zh") for number in range(20)]
    detector = DomainDetector(Settings())
    assert list(detector.watch(rows)) == rows
    with pytest.raises(AssetError, match="no weights of the reader for Chinese"):
        detector.find(Boilerplate())


def test_the_user_can_say_what_it_is(model: KindModel) -> None:
    given = given_domains(Settings(domain="restaurant"))
    assert given == {"en": Domain("restaurant", 1.0, frozenset({"overall", "food", "service", "price"}), is_given=True)}
    assert given_domains(Settings(domain="any")) == given_domains(Settings()) == {}
    assert given_domains(Settings(domain="restaurant", fast=True)) == given


def test_a_wrong_name_gets_the_list() -> None:
    with pytest.raises(OptionError, match=r"Unknown domain 'hotl'. Did you mean 'hotel'\? Accepted: .*any.*hotel"):
        Settings(domain="hotl")


APPS = [f"The battery is weak since update {number}. The food is bad." for number in range(30)]


def categories_of(**options: Any) -> set[str]:
    seen: list[Any] = []
    with analyze(APPS, by="categories", lang="en", on_domains=seen.append, **options) as analysis:
        document = analysis.document()
    facts = document["run"]["domain"]
    assert facts == domain_facts(seen[0])
    return {aspect["name"] for aspect in document["aspects"]}


def test_an_analysis_detects_the_domain_and_shows_no_impossible_category(model: KindModel) -> None:
    assert categories_of() == {"features"}


def test_an_analysis_obeys_the_user(model: KindModel) -> None:
    assert "food" in categories_of(domain="any")
    assert categories_of(domain="restaurant") == {"food"}


def test_the_domain_is_in_the_file(model: KindModel) -> None:
    with analyze(APPS, lang="en") as analysis:
        (domain,) = analysis.document()["run"]["domain"].values()
    assert (domain["kind"], domain["name"], domain["given"]) == ("mobile-app", "mobile apps", False)
    assert domain["probability"] == pytest.approx(1.0, abs=0.002)


# With the weights that ship: clear cases only.

APP_REVIEWS = [
    "Great app, very easy to use. Please add a dark mode and a widget for the home screen.",
    "I can't log in to the app any more. It keeps saying that my password is wrong, and I reinstalled it twice.",
    "Please fix the login bug in this app, I get logged out every time I close it.",
    "Useful app for my shopping lists. I wish it could sync with my tablet.",
    "Very helpful app, I use it every day to track my steps. Please add an export.",
    "Doesn't work on Android 13. Developers, please fix the bugs in this app.",
    "Keeps crashing on my iPhone after the iOS update. Please fix this app.",
    "The app is slow and the sync with my calendar doesn't work.",
    "This app won't open any more. I uninstalled it and installed it again, still nothing.",
    "Nice app, but the reminders come too late. Please fix the notifications.",
    "I love this app, it is simple and does what it says. Five stars to the developers.",
    "The app asks for my contacts and my location. Why would a flashlight app need them?",
    "Good app, but it needs an option to change the font size.",
    "After the update the app does not let me sign in with my email. Please help.",
    "I paid for the pro version of the app and it still does not back up my notes.",
    "Awesome app. It would be perfect if you could add folders.",
    "The app used to be great, but the new update made it worse. Please bring back the old layout.",
    "Does not send the verification code, so I can't create an account in this app.",
    "Very good app for scanning documents. The scanner is quick and the PDF is sharp.",
    "This app is useless, it can't even open my files.",
    "Best keyboard app I have tried. The autocorrect could be better.",
    "Easy to use app. I like the design and the colors of the icons.",
    "The app does not work with my new phone. Please update it.",
    "Great for taking notes. I would like an app for my computer too.",
]
HOTEL_REVIEWS = [
    "酒店位置很好，离地铁站走路五分钟，房间干净。",
    "前台服务态度差，办理入住等了半个小时。",
    "房间很大，床很舒服，早餐种类也多，下次还住这家酒店。",
    "隔音不好，晚上能听到隔壁房间说话，没睡好。",
    "酒店设施陈旧，卫生间有异味，空调也不制冷。",
    "性价比高，服务员热情，退房很快。",
    "房间里有蟑螂，床单不干净，再也不会来这家酒店了。",
    "早餐一般，但是酒店的环境很安静，适合出差住。",
    "标准间太小了，窗户打不开，不值这个价格。",
    "酒店就在景区旁边，出门方便，还免费升级了房型。",
    "入住时前台很耐心，帮我们安排了高楼层的房间。",
    "毛巾发黄，淋浴水忽冷忽热，给前台打电话没人管。",
]


@pytest.mark.parametrize(
    ("lang", "texts", "kind", "impossible"),
    [("en", APP_REVIEWS, "mobile-app", "food"), ("zh", HOTEL_REVIEWS, "hotel", "delivery")],
)
def test_clear_files_are_recognised(lang: str, texts: list[str], kind: str, impossible: str) -> None:
    domain = detect_domain(opinion_model(lang), texts)
    assert domain is not None
    assert domain.kind == kind
    assert domain.is_sure
    assert impossible not in domain.categories


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize(("lang", "kind"), [("en", "hotel"), ("zh", "restaurant")])
def test_the_bundled_examples_are_recognised(lang: str, kind: str, fast: bool) -> None:
    detector = DomainDetector(Settings(fast=fast))
    rows = Curator(Settings())(read_reviews(example(lang).path))
    assert list(detector.watch(rows))
    domain = detector.find(Boilerplate())[lang]
    assert (domain.kind, domain.is_sure) == (kind, True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_weights_know_all_kinds(lang: str) -> None:
    config = opinion_model(lang).config
    assert set(config["kinds"]) == set(KINDS)
    places = [place for kind in config["kinds"].values() for place in kind["domains"]]
    assert sorted(places) == list(range(len(config["domains"])))
    assert all(set(kind["categories"]) == set(config["categories"]) for kind in config["kinds"].values())


VERDICTS = {
    "en": ["Disappointed.", "Terrible!", "Love it", "Awesome", "Would not recommend.", "Excellent!!!"],
    "zh": ["差评", "好评！", "太差了", "垃圾", "非常满意", "不推荐"],
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_short_verdict_without_a_noun_is_overall(lang: str) -> None:
    overall = language(lang).topic_names.CATEGORY_NAMES.get("overall", "overall")
    for text, extraction in zip(VERDICTS[lang], extract(VERDICTS[lang], lang, Settings()), strict=True):
        judged = {term.category for term in extraction.terms if term.judgement.polarity is not None}
        assert judged == {overall}, text


@pytest.mark.parametrize(
    ("weights", "category"), [((0.1, 0.8, 0.1, 0.0, 0.0), "food"), ((0.1, 0.45, 0.35, 0.1, 0.0), None)]
)
def test_a_category_that_is_more_likely_wrong_than_right_is_not_given(
    weights: tuple[float, ...], category: str | None
) -> None:
    class Undecided(FakeModel):
        def read(self, text: str, *, hidden: bool = False) -> TextScores:
            scores = super().read(text, hidden=hidden)
            scores.windows[0].category[:] = np.float32(weights)
            return scores

    text = "The soup was great."
    (extraction,) = OpinionExtractor("en", Undecided()).extract([text], language("en").parse([text]))
    (term,) = [term for term in extraction.terms if term.term == "soup"]
    assert term.category == category
    assert term.judgement.polarity  # it is an opinion all the same
