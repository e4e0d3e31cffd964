"""What the terminal says of the kind of product."""

from __future__ import annotations

import pytest

from voxpop.cli.console import print_domains
from voxpop.extract.domains import Domain

APPS = Domain("mobile-app", 0.874, frozenset())
UNSURE = Domain("airline", 0.27, frozenset())
GIVEN = Domain("hotel", 1.0, frozenset(), is_given=True)


@pytest.mark.parametrize(
    ("domains", "lines"),
    [
        ({"en": APPS}, ["reads as: mobile apps (87 % sure); --domain changes that"]),
        ({"en": UNSURE}, ["reads as: no kind of product that it knows well; --domain names one"]),
        ({"en": GIVEN, "zh": GIVEN}, ["reads as: hotels and guesthouses, by --domain"]),
        (
            {"en": UNSURE, "zh": APPS},
            [
                "English reviews read as: no kind of product that it knows well; --domain names one",
                "Chinese reviews read as: mobile apps (87 % sure); --domain changes that",
            ],
        ),
        ({}, []),
    ],
)
def test_the_kind_of_product_is_said(
    domains: dict[str, Domain], lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    print_domains(domains)
    assert capsys.readouterr().err.splitlines() == lines
