"""What ComfyUI wrote into a file is known of its asset: how it was made, in which words, with which model."""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Mapping
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from showbible.assets.api import Assets
from showbible.assets.learn.catching_up import LearningTools, catch_up
from showbible.bible import Bible
from showbible.comfyui.file_texts import MOST_BYTES, FilePieces, texts
from showbible.comfyui.generation import Generation, generation
from showbible.comfyui.graph import graph
from showbible.lessons.model import Shelf
from tests.storage.test_pictures import png

Nodes = dict[str, tuple[str, dict[str, Any]]]

MODEL: Nodes = {
    "4": ("CheckpointLoaderSimple", {"ckpt_name": "sea_v2.safetensors"}),
    "9": ("LoraLoader", {"lora_name": "ink.safetensors", "strength_model": 0.8, "model": ["4", 0], "clip": ["4", 1]}),
    "5": ("EmptyLatentImage", {"width": 768, "height": 512, "batch_size": 1}),
    "7": ("CLIPTextEncode", {"text": "blurry, low contrast", "clip": ["9", 1]}),
    "6": ("CLIPTextEncode", {"text": "a lighthouse keeper reads a letter", "clip": ["9", 1]}),
}
ONE: Nodes = {
    **MODEL,
    "3": (
        "KSampler",
        {
            "seed": 18446744073709551615,
            "steps": 28,
            "cfg": 6.5,
            "sampler_name": "dpmpp_2m",
            "scheduler": "karras",
            "model": ["9", 0],
            "positive": ["6", 0],
            "negative": ["7", 0],
            "latent_image": ["5", 0],
        },
    ),
    "8": ("VAEDecode", {"samples": ["3", 0], "vae": ["4", 2]}),
    "10": ("SaveImage", {"filename_prefix": "out", "images": ["8", 0]}),
}
MADE = Generation(
    prompt="a lighthouse keeper reads a letter",
    negative_prompt="blurry, low contrast",
    facts={
        "seed": 18446744073709551615,
        "steps": 28,
        "cfg": 6.5,
        "sampler": "dpmpp_2m",
        "scheduler": "karras",
        "model": "sea_v2.safetensors",
        "loras": [{"name": "ink.safetensors", "strength": 0.8}],
        "width": 768,
        "height": 512,
    },
)


def _run(nodes: Nodes) -> str:
    """A workflow in the form in which it is carried out."""
    return json.dumps({name: {"class_type": kind, "inputs": inputs} for name, (kind, inputs) in nodes.items()})


def _made(nodes: Nodes) -> Generation:
    found = generation(graph(_run(nodes)))
    assert found is not None
    return found


def _changed(nodes: Nodes, name: str, **inputs: Any) -> Nodes:
    kind, known = nodes[name]
    return {**nodes, name: (kind, {**known, **inputs})}


def _drawn(nodes: Nodes, modes: Mapping[str, int] | None = None) -> str:
    """The same in the form in which it is drawn: numbered links, values in the order of the node's kind."""
    lines: list[list[int | str]] = []
    drawn = []
    for name, (kind, inputs) in nodes.items():
        told = []
        for place, (each, value) in enumerate(inputs.items()):
            if isinstance(value, list):
                lines.append([len(lines) + 1, int(value[0]), value[1], int(name), place, "*"])
                told.append({"name": each, "type": "*", "link": len(lines)})
        values = [value for value in inputs.values() if not isinstance(value, list)]
        if kind == "KSampler":
            values.insert(1, "randomize")
        mode = (modes or {}).get(name, 0)
        drawn.append({"id": int(name), "type": kind, "mode": mode, "inputs": told, "widgets_values": values})
    return json.dumps({"version": 0.4, "nodes": drawn, "links": lines})


def _chunk(name: bytes, body: bytes, size: int | None = None) -> bytes:
    return struct.pack(">I", len(body) if size is None else size) + name + body + bytes(4)


def _texts(content: bytes) -> dict[str, str]:
    return texts(FilePieces(lambda at, number: content[at : at + number]))


def _picture(nodes: Nodes) -> bytes:
    """A picture as ComfyUI saves it."""
    told, held = PngImagePlugin.PngInfo(), io.BytesIO()
    told.add_text("prompt", _run(nodes))
    Image.new("RGB", (4, 4)).save(held, "PNG", pnginfo=told)
    return held.getvalue()


@pytest.mark.parametrize("text", [_run(ONE), _drawn(ONE), json.dumps({"prompt": json.loads(_run(ONE))})])
def test_a_workflow_tells_how_its_picture_was_made(text: str) -> None:
    assert generation(graph(text)) == MADE


def test_prompts_are_found_along_the_links_whatever_stands_first() -> None:
    swapped = _changed(ONE, "3", positive=["7", 0], negative=["6", 0])

    assert (_made(swapped).prompt, _made(swapped).negative_prompt) == (MADE.negative_prompt, MADE.prompt)


def test_the_last_sampler_before_the_saved_picture_counts() -> None:
    kind, inputs = ONE["3"]
    again = {**inputs, "seed": 7, "steps": 12, "latent_image": ["12", 0]}
    nodes = _changed({**ONE, "11": (kind, again)}, "8", samples=["11", 0])
    nodes["12"] = ("LatentUpscale", {"width": 1536, "height": 1024, "samples": ["3", 0]})

    facts = _made(nodes).facts

    assert [facts[name] for name in ("seed", "steps", "width", "height")] == [7, 12, 1536, 1024]


def test_both_sides_of_a_node_that_passes_them_on_are_kept_apart() -> None:
    nodes = _changed(ONE, "3", positive=["20", 0], negative=["20", 1])
    nodes["20"] = ("ControlNetApplyAdvanced", {"strength": 1.0, "positive": ["6", 0], "negative": ["7", 0]})

    assert _made(nodes) == MADE


def test_a_sampler_of_parts_is_read_from_its_parts() -> None:
    nodes: Nodes = {
        **MODEL,
        "30": (
            "SamplerCustomAdvanced",
            {
                "noise": ["31", 0],
                "guider": ["32", 0],
                "sampler": ["33", 0],
                "sigmas": ["34", 0],
                "latent_image": ["5", 0],
            },
        ),
        "31": ("RandomNoise", {"noise_seed": 42}),
        "32": ("BasicGuider", {"model": ["9", 0], "conditioning": ["35", 0]}),
        "33": ("KSamplerSelect", {"sampler_name": "euler"}),
        "34": ("BasicScheduler", {"scheduler": "simple", "steps": 20, "model": ["9", 0]}),
        "35": ("FluxGuidance", {"guidance": 3.5, "conditioning": ["6", 0]}),
        "36": ("VAEDecode", {"samples": ["30", 0]}),
        "37": ("SaveImage", {"images": ["36", 0]}),
    }

    made = _made(nodes)

    assert (made.prompt, made.negative_prompt) == (MADE.prompt, None)
    told = {"seed": 42, "steps": 20, "sampler": "euler", "scheduler": "simple", "width": 768, "height": 512}
    assert made.facts == told | {"model": "sea_v2.safetensors", "loras": MADE.facts["loras"]}


def test_a_text_that_comes_from_another_node_is_followed() -> None:
    nodes = _changed(ONE, "6", text=["40", 0])
    nodes["40"] = ("StringConcatenate", {"string_a": "a heron", "string_b": "at dusk", "delimiter": ", "})

    assert _made(nodes).prompt == "a heron\nat dusk"


def test_a_condition_that_was_emptied_is_no_negative_prompt() -> None:
    nodes = _changed({**ONE, "20": ("ConditioningZeroOut", {"conditioning": ["6", 0]})}, "3", negative=["20", 0])

    assert _made(nodes).negative_prompt is None


def test_of_several_saved_pictures_only_what_is_the_same_is_known() -> None:
    kind, inputs = ONE["3"]
    nodes = {**ONE, "50": (kind, {**inputs, "seed": 7})}
    nodes["51"] = ("SaveImage", {"images": ["50", 0]})

    made = _made(nodes)

    assert (made.prompt, "seed" in made.facts, made.facts["steps"]) == (MADE.prompt, False, 28)


def test_what_is_switched_off_in_the_drawing_had_no_part_in_it() -> None:
    found = generation(graph(_drawn(ONE, {"9": 4})))

    assert found is not None
    assert (found.facts["model"], "loras" in found.facts) == ("sea_v2.safetensors", False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[" * 100_000,
        "[1, 2]",
        '{"nodes": [1, {"type": "KSampler", "inputs": 5, "widgets_values": 7}], "links": [[1], 2]}',
        '{"3": {"class_type": "KSampler", "inputs": {"positive": ["3", 0], "seed": ["3", 0], "model": ["3", 0]}}}',
        '{"3": {"class_type": "SaveImage", "inputs": {"images": ["9", 0]}}}',
    ],
)
def test_a_workflow_that_makes_no_sense_costs_nothing(text: str) -> None:
    assert generation(graph(text)) is None


def test_texts_of_every_kind_are_read_up_to_the_picture() -> None:
    packed = zlib.compress(b"three")
    content = png(
        4,
        4,
        _chunk(b"tEXt", b"prompt\x00one"),
        _chunk(b"iTXt", "workflow\x00\x00\x00de\x00\x00zw\u00f6lf".encode()),
        _chunk(b"tEXt", b"Software\x00other"),
    )

    assert _texts(content) == {"prompt": "one", "workflow": "zw\u00f6lf"}
    assert _texts(png(4, 4, _chunk(b"zTXt", b"prompt\x00\x00" + packed))) == {"prompt": "three"}
    assert _texts(png(4, 4, _chunk(b"iTXt", b"prompt\x00\x01\x00\x00\x00" + packed))) == {"prompt": "three"}


def test_a_webp_tells_the_same_in_its_exif() -> None:
    exif, held = Image.Exif(), io.BytesIO()
    exif[0x0110], exif[0x010F] = f"prompt:{_run(ONE)}", "workflow:{}"
    Image.new("RGB", (4, 4)).save(held, "WEBP", exif=exif)

    assert generation(graph(_texts(held.getvalue())["prompt"])) == MADE


@pytest.mark.parametrize(
    "part",
    [
        _chunk(b"tEXt", b"prompt\x00x", size=2**30),
        _chunk(b"zTXt", b"prompt\x00\x00" + zlib.compress(bytes(MOST_BYTES + 1))),
        _chunk(b"zTXt", b"prompt\x00\x00broken"),
        _chunk(b"iTXt", b"prompt"),
    ],
    ids=["huge", "bomb", "broken", "cut-off"],
)
def test_a_text_that_is_a_trap_is_passed_over(part: bytes) -> None:
    asked = []
    content = png(4, 4, part)

    def piece(at: int, number: int) -> bytes:
        asked.append(number)
        return content[at : at + number]

    assert texts(FilePieces(piece)).get("prompt", "") == ""
    assert max(asked) <= MOST_BYTES + 1


def test_a_picture_of_comfyui_is_found_by_the_words_it_was_made_with(assets: Assets, means: LearningTools) -> None:
    made = assets.upload("image", [_picture(ONE)])

    catch_up(assets.db, means)

    (hit,) = assets.search("lighthouse keeper").items
    told = assets.artifact(made.asset_id)
    assert (hit.asset.asset_id, hit.asset.prompt) == (made.asset_id, MADE.prompt)
    assert (told.negative_prompt, told.metadata) == (MADE.negative_prompt, {"comfyui": MADE.facts})


def test_a_workflow_may_be_an_asset_of_its_own(assets: Assets, means: LearningTools) -> None:
    made = assets.upload("image", [_drawn(ONE).encode()])

    catch_up(assets.db, means)

    assert assets.get(made.asset_id).prompt == MADE.prompt


def test_what_a_person_said_of_a_picture_stays(assets: Assets, means: LearningTools) -> None:
    said = {"prompt": "The keeper, second try", "metadata": {"batch": 3}}
    made = assets.upload("image", [_picture(ONE)], **said)  # type: ignore[arg-type]

    catch_up(assets.db, means)

    told = assets.artifact(made.asset_id)
    assert (told.prompt, told.metadata) == (said["prompt"], {"batch": 3, "comfyui": MADE.facts})


def test_a_picture_on_a_shelf_has_how_it_was_made_among_its_facts(small: Bible) -> None:
    small.blobs.put("media", "library/keeper.png", [_picture(_changed(ONE, "3", seed=0))])

    kept = small.library.keep(Shelf.ASSETS, "image", path="media/library/keeper.png", metadata={"steps": 30})

    told = {name: kept.metadata[name] for name in ("prompt", "seed", "model", "loras", "steps")}
    assert told == {
        "prompt": MADE.prompt,
        "seed": 0,
        "model": "sea_v2.safetensors",
        "loras": "ink.safetensors",
        "steps": 30,
    }
