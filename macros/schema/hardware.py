"""Accelerators and the instance types that carry them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from macros.schema import ids
from macros.schema.base import Citation, OtherName, Record, Statement
from macros.schema.references import Term
from macros.schema.values import Count, Date, FormerIds, Listing, NonEmpty, Quantity, Text

Region = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$"), Field(examples=["us-east-1"])]
"""A region's code, as the provider writes it."""

NUMBER_FORMAT = re.compile(r"([A-Za-z]+[0-9]+)(_[a-z0-9]+)?")
"""The name of a data type, and what vendors write behind it: how many bits are of the exponent."""


class Memory(Record):
    """A memory size an accelerator is built with, GiB per chip."""

    gib: Quantity
    note: Text | None = None


class Bandwidth(Record):
    """Memory bandwidth per chip, in the unit the source prints."""

    value: Quantity
    unit: Literal["GiB/s", "GB/s", "TB/s"]


class Throughput(Record):
    """Dense peak arithmetic per chip as published: TFLOPS, and TOPS for int8."""

    bf16_fp16_tflops: Quantity | None = None
    fp32_tflops: Quantity | None = None
    fp8_tflops: Quantity | None = None
    fp4_tflops: Quantity | None = None
    int8_tops: Quantity | None = None
    blockfp8_tflops: Quantity | None = None
    """Eight bits, with an exponent for each block of numbers."""


class System(Record):
    """Several accelerators that are sold or described as one machine, where no cloud has an instance type of it."""

    name: Text
    accelerators: Count
    memory_gib: Quantity
    """Of all its accelerators together."""
    citation: Citation


class Accelerator(Record):
    """A chip or GPU, or a board or system that software addresses as one."""

    name: Text
    vendor: Text
    kind: Annotated[str, Term("accelerator_kind")]
    core_architecture: Annotated[str, Term("core_architecture")] | None = None
    """Absent where no source names it."""
    cores_per_chip: Count | None = None
    """Compute cores per chip, where the vendor counts them in instance types and settings."""
    chips: Count | None = None
    """How many chips of its core architecture a board or system carries; its figures are of all of them."""
    memory: Listing[Memory] = ()
    """Empty where no source read here states it."""
    memory_bandwidth: Bandwidth | None = None
    data_types: Listing[Text] = ()
    """As the source names them; empty where no source used here states them."""
    peak: Throughput = Throughput()
    systems: Listing[System] = ()
    """Published systems of several of them; instance types are records of their own."""
    one_per_machine: bool = False
    """Whether a machine has but one of it, with no memory beside its own."""
    other_names: Listing[OtherName] = ()
    summary: Text
    notes: Listing[Statement] = ()
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()

    @property
    def short_name(self) -> str:
        return self.name.removeprefix(f"{self.vendor} ")

    @property
    def number_formats(self) -> Sequence[str]:
        """Those that it computes with, as far as sources state them: FP8 for FP8_e4m3 and FP8_e5m2."""
        found = (NUMBER_FORMAT.fullmatch(data_type) for data_type in self.data_types)
        return list(dict.fromkeys(one[1] for one in found if one))

    @cached_property
    def most_memory_gib(self) -> float:
        """Of the sizes that it is built with; 0 where none is known."""
        return max((size.gib for size in self.memory), default=0)


class Offer(Record):
    """Whether the provider's data of instance types listed the type on a date."""

    listed: bool
    as_of: Date
    note: Text | None = None
    citations: NonEmpty[Citation]


class Regions(Record):
    """Where the provider offered the type on a date."""

    codes: NonEmpty[Region]
    as_of: Date
    citations: NonEmpty[Citation]


class Price(Record):
    """What an hour of the type cost on the date of its source, in US dollars."""

    usd_per_hour: Quantity
    purchase: Annotated[str, Term("purchase")]
    """How it is paid for. Prices of different kinds are never mixed."""
    service: Text | None = None
    """The service that sells it, where that is not the provider's own."""
    region: Region | None = None
    """Absent where the source names none."""
    operating_system: Text | None = None
    basis: Text | None = None
    """What else the source says of the kind of price."""
    citation: Citation
    confirmed_by: Listing[Citation] = ()
    """Other sources that print the same price."""
    doubt: Text | None = None


class InstanceName(OtherName):
    """A name under which the type is also sold."""

    service: Text | None = None
    """The service that calls it so; absent where it is only another spelling."""


class Instance(Record):
    """An instance type of a cloud provider, or a group of them sold as one."""

    name: Text | None = None
    """As its provider spells it; absent where that is its id."""
    provider: Text
    """Who rents it out, as readers know the service."""
    other_names: Listing[InstanceName] = ()
    series: Text
    """The provider's family of types, such as g5."""
    kind: Annotated[str, Term("instance_kind")]
    accelerator: ids.AcceleratorId
    accelerator_count: Count
    accelerator_memory_gib: Count
    """GiB per accelerator."""
    cores: Count | None = None
    """Compute cores of all its accelerators; absent where the accelerator has no count per chip."""
    vcpus: Count
    host_memory_gib: Quantity
    network: Text | None = None
    """As the provider words it."""
    network_gbps: Quantity | None = None
    efa: bool | None = None
    offer: Offer | None = None
    regions: Regions | None = None
    """Absent where the regional data has no row for the type."""
    prices: Listing[Price] = ()
    notes: Listing[Statement] = ()
    citations: NonEmpty[Citation]
    former_ids: FormerIds = ()

    @cached_property
    def memory_gib(self) -> int:
        return self.accelerator_count * self.accelerator_memory_gib

    @property
    def order(self) -> tuple[str, int, int]:
        """Sort key: by series, the smallest first."""
        return self.series, self.accelerator_count, self.vcpus
