"""A checkpoint's config.json as the Hub has it: its class, and the memory that follows from the sizes in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from macros.facts.memory import BILLION, FORMATS, kv_cache_gib, weights_gib
from macros.schema.models import Shape

NEEDED = ("hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "vocab_size")
GATED = ("silu", "swish")
"""Activations of feed-forward layers that have three matrices; with others, layers have two or three."""
UNEVEN = ("kv_lora_rank", "first_k_dense_replace", "interleave_moe_layer_step", "mlp_only_layers", "layers_block_type")
"""Latent attention, and layers that differ from each other: they are not counted here."""


class ConfigError(Exception):
    """A text is no config.json, or names no class."""


@dataclass(frozen=True)
class ConfigFile:
    class_name: str
    """Such as Qwen3MoeForCausalLM."""
    sizes: Mapping[str, Any]
    """Of the text model, where there are several."""

    @property
    def data_type(self) -> str:
        """The number format of the weights; bf16 where the file names none."""
        return FORMATS.get(str(self.sizes.get("dtype") or self.sizes.get("torch_dtype")), "bf16")

    @property
    def billions(self) -> float | None:
        """Parameters of a decoder with gated feed-forward layers, in billions; None where the file is of another."""
        if any(not isinstance(self.sizes.get(name), int) for name in NEEDED) or any(map(self.sizes.get, UNEVEN)):
            return None
        if self.sizes.get("hidden_act") not in GATED:
            return None
        hidden, layers, heads, _, vocabulary = (self.sizes[name] for name in NEEDED)
        both = 1 if self.sizes.get("tie_word_embeddings") else 2
        attention = 2 * hidden * self.head_size * (heads + self.key_value_heads)
        return float(both * vocabulary * hidden + layers * attention + 3 * hidden * self._width) / BILLION

    @property
    def _width(self) -> int:
        """The widths of the feed-forward parts of all layers together, experts included."""
        sizes, layers = self.sizes, self.sizes["num_hidden_layers"]
        experts = next((sizes[name] for name in ("num_local_experts", "num_experts") if sizes.get(name)), 0)
        if not experts:
            return int(layers * sizes["intermediate_size"])
        shared = sizes.get("shared_expert_intermediate_size") or 0
        return int(layers * (experts * (sizes.get("moe_intermediate_size") or sizes["intermediate_size"]) + shared))

    @property
    def head_size(self) -> int:
        return int(self.sizes.get("head_dim") or self.sizes["hidden_size"] // self.sizes["num_attention_heads"])

    @property
    def key_value_heads(self) -> int:
        return int(self.sizes.get("num_key_value_heads") or self.sizes["num_attention_heads"])

    @property
    def weights_gib(self) -> float | None:
        """An estimate; None where the sizes do not tell it."""
        embeddings = self.sizes.get("vocab_size", 0) * self.sizes.get("hidden_size", 0) / BILLION
        return None if self.billions is None else weights_gib(self.billions, self.data_type, embeddings)

    @property
    def kv_cache_gib(self) -> float | None:
        """Of one sequence of `KV_CACHE_TOKENS` tokens, windows of attention not counted; None where that is unknown."""
        if self.billions is None:
            return None
        sizes = {"layers": self.sizes["num_hidden_layers"], "key_value_heads": self.key_value_heads}
        return kv_cache_gib(Shape.model_construct(**sizes, head_size=self.head_size, cache="keys-values"))


def read_config(text: str) -> ConfigFile:
    """A config.json, read. Raises ConfigError."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise ConfigError(f"expected JSON: {error}") from error
    classes = content.get("architectures") if isinstance(content, dict) else None
    if not (isinstance(classes, list) and classes and isinstance(classes[0], str)):
        raise ConfigError("expected a config.json with `architectures`, a list of class names")
    return ConfigFile(classes[0], {**content, **content.get("text_config", {})})
