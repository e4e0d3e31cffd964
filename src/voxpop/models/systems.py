"""All systems of paper 001's Tables 5 and 6, registered under their names in ``SYSTEMS``."""

from __future__ import annotations

from voxpop.models import (
    arp,
    atae_lstm,
    bilstm_attn,
    capsnet,
    capsnet_bert,
    joint,
    qa_bert,
    textcnn,
    vanilla_bert,
)
from voxpop.models.system import SYSTEMS

__all__ = ["SYSTEMS", "arp", "atae_lstm", "bilstm_attn", "capsnet", "capsnet_bert", "joint", "qa_bert", "textcnn",
           "vanilla_bert"]  # fmt: skip
