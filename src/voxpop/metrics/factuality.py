"""Factuality scores against labels: ROC-AUC, balanced accuracy at a threshold chosen elsewhere, accuracy per type."""

from __future__ import annotations
