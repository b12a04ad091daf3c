"""Benchmarks on offer, and the published limits."""

from typing import Annotated

from fastapi import APIRouter, Path

from api import links
from api.answers import refusals
from api.deps import TheCaller, TheFront
from api.documents import BenchmarkDocument, BenchmarkLine, BenchmarkList, UploadLimits
from api.front import Front

router = APIRouter(prefix="/v1", tags=["benchmarks"])


@router.get("/benchmarks", response_model=BenchmarkList, summary="The benchmarks on offer", responses=refusals(401))
def benchmark_list(front: TheFront, caller: TheCaller) -> BenchmarkList:
    return BenchmarkList(items=[
        BenchmarkLine(**{**offer.document, "tasks": [task["name"] for task in offer.document["tasks"]]},
                      links={"benchmark": links.at(front, f"/v1/benchmarks/{offer.name}")})
        for offer in front.catalogue.offers()
    ])


@router.get("/benchmarks/{name}", response_model=BenchmarkDocument, summary="A benchmark: its tasks and their rules",
            responses=refusals(401, 404, 422))
def benchmark(name: Annotated[str, Path(min_length=1, max_length=200)], front: TheFront, caller: TheCaller
              ) -> BenchmarkDocument:
    """No samples: neither instructions nor inputs nor expected values nor tests."""
    return BenchmarkDocument(**front.catalogue.offer(name).document, upload_limits=_limits(front))


@router.get("/limits", response_model=UploadLimits, summary="Size limits of uploads", responses=refusals(401))
def limits(front: TheFront, caller: TheCaller) -> UploadLimits:
    return _limits(front)


def _limits(front: Front) -> UploadLimits:
    return UploadLimits(**{name: getattr(front.settings, name) for name in UploadLimits.model_fields})
