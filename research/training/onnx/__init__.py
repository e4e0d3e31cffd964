"""ONNX graphs written node by node, and their rounding to int8."""
