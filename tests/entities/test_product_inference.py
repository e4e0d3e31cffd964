from __future__ import annotations

from voxpop.entities.product_inference import ProductInference, infer_product
from voxpop.lang import language
from voxpop.types import Product


def test_the_class_of_thing_is_inferred_and_no_name() -> None:
    reviews = language("en").parse(["I love this camera.", "This camera is great.", "My dog ate this shoe."])
    assert infer_product(reviews, lang="en") == Product(kind="camera")
    assert infer_product(language("zh").parse(["这款手机很好", "不错"]), lang="zh") == Product(kind="手机")
    assert infer_product(language("en").parse(["Great!"]), lang="en") is None


def test_neither_the_order_of_reviews_nor_their_parts_matter() -> None:
    reviews = language("en").parse(["I love this phone.", "This camera is great.", "Fine."])
    assert infer_product(reviews, lang="en") == infer_product(reviews[::-1], lang="en") == Product(kind="camera")
    first, second = ProductInference("en"), ProductInference("en")
    first.add(reviews[0])
    second.add(reviews[1])
    second.merge(first)
    assert second.product() == Product(kind="camera")
    assert second.reviews == 2
