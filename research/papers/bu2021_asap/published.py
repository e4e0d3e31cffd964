"""The figures that Bu et al. (2021) print, table by table."""

from __future__ import annotations

from research.training.corpus_statistics import CorpusStatistics

NO_STARS = (0, 0, 0, 0, 0)

TABLE_4: dict[tuple[str, str], CorpusStatistics] = {
    ("ASAP", "train"): CorpusStatistics(
        36_850, 8.6, 5.8, 319.7, 133_721, 27_425, 52_225, (1219, 1258, 5241, 13_362, 15_770)
    ),
    ("ASAP", "dev"): CorpusStatistics(4940, 8.7, 5.9, 319.9, 18_176, 3733, 7192, (151, 166, 784, 1734, 2105)),
    ("ASAP", "test"): CorpusStatistics(4940, 8.3, 5.7, 317.1, 17_523, 3813, 7026, (165, 173, 717, 1867, 2018)),
    ("RESTAURANT", "train"): CorpusStatistics(2855, 1, 1.2, 15.2, 2150, 822, 498, NO_STARS),
    ("RESTAURANT", "test"): CorpusStatistics(749, 1, 1.3, 15.6, 645, 215, 94, NO_STARS),
}

# system: macro-F1 and accuracy on ASAP, then on RESTAURANT
TABLE_5: dict[str, tuple[float, float, float | None, float | None]] = {
    "textcnn": (0.6041, 0.7110, 0.7056, 0.8229),
    "bilstm-attn": (0.7053, 0.7778, 0.7085, 0.8197),
    "atae-lstm": (0.7660, 0.8194, 0.7015, 0.8212),
    "capsnet": (0.7554, 0.8166, 0.7184, 0.8263),
    "vanilla-bert": (0.7918, 0.8409, 0.7922, 0.8763),
    "qa-bert": (0.7944, 0.8392, 0.8089, 0.8889),
    "capsnet-bert": (0.7892, 0.8374, 0.8094, 0.8900),
    "joint-no-rp": (0.8075, 0.8515, 0.8201, 0.8962),
    "joint": (0.8078, 0.8519, None, None),
}

# system: mean absolute error and accuracy on ASAP
TABLE_6: dict[str, tuple[float, float]] = {
    "textcnn-rp": (0.5814, 0.5299),
    "bilstm-attn-rp": (0.5737, 0.5438),
    "arp": (0.5620, 0.5476),
    "joint-no-acsa": (0.4421, 0.6008),
    "joint": (0.4266, 0.6126),
}

TITLES = {
    "textcnn": "TextCNN", "bilstm-attn": "BiLSTM+Attn", "atae-lstm": "ATAE_LSTM", "capsnet": "CapsNet",
    "vanilla-bert": "Vanilla-BERT", "qa-bert": "QA-BERT", "capsnet-bert": "CapsNet-BERT",
    "joint-no-rp": "Joint Model (w/o RP)", "joint-no-acsa": "Joint Model (w/o ACSA)", "joint": "Joint Model",
    "textcnn-rp": "TextCNN", "bilstm-attn-rp": "BiLSTM+Attn", "arp": "ARP",
}  # fmt: skip
