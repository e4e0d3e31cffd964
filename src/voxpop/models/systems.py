"""All systems of paper 001's Tables 5 and 6, and one of ours beside them, under their names in ``SYSTEMS``."""

from __future__ import annotations

from voxpop.models import (
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
from voxpop.models.system import SYSTEMS

__all__ = ["SYSTEMS", "arp", "atae_lstm", "bilstm_attn", "capsnet", "capsnet_bert", "joint", "joint_rated", "qa_bert",
           "textcnn", "vanilla_bert"]  # fmt: skip
