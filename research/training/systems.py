"""All systems of Bu et al.'s Tables 5 and 6, and one of ours beside them, under their names in ``SYSTEMS``."""

from __future__ import annotations

from research.training import (
    arp,
    atae_lstm,
    bilstm_attn,
    capsnet,
    capsnet_bert,
    joint,
    joint_rated,
    qa_bert,
    textcnn,
    vanilla_bert,
)
from research.training.system import SYSTEMS

__all__ = ["SYSTEMS", "arp", "atae_lstm", "bilstm_attn", "capsnet", "capsnet_bert", "joint", "joint_rated", "qa_bert",
           "textcnn", "vanilla_bert"]  # fmt: skip
