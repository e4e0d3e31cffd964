"""What people write in Chinese into a cell to say how a review feels about a category."""

POSITIVE = ("正面", "正向", "积极", "好评")
NEUTRAL = ("中性", "中立")
NEGATIVE = ("负面", "负向", "消极", "差评")
MIXED = ()
NOT_MENTIONED = ("未提及",)
