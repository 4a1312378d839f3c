"""What nvcc writes into a folder has the same name there in the port."""

from __future__ import annotations

import pytest

from tests.fixers.conftest import Convert


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("nvcc -c src/a.cu -odir obj", "hipcc -c src/a.cu -o obj/a.o"),
        ("nvcc -odir obj/ -dc src/a.b.cu", ""),  # nvcc's name for it is not tried here
        ("@$(NVCC) $(F) -c $(SRC)/main.cu -odir $(OBJ)",
         "@$(NVCC) $(F) -c $(SRC)/main.cu -o $(OBJ)/main.o"),
        ("$(NVCC) -odir $(OBJ)/ -c $<", "$(NVCC) -o $(OBJ)/$(basename $(notdir $<)).o -c $<"),
        ("nvcc --output-directory=obj -c x.cpp", "hipcc -o obj/x.o -c x.cpp"),
        ("nvcc -c $< -odir $(dir $@)", "hipcc -c $< -o $(dir $@)$(basename $(notdir $<)).o"),
        ("nvcc -c a.cu -odir ${OBJ}/$(SRC)", "hipcc -c a.cu -o ${OBJ}/$(SRC)/a.o"),
        ("nvcc a.cu -MM -o a.d -odir $(dir $@)",
         "hipcc a.cu -MM --offload-host-only -o a.d -MT $(dir $@)a.o"),
    ],
)  # fmt: skip
def test_the_object_is_named(converted: Convert, command: str, output: str) -> None:
    text = "NVCC = nvcc\nF = -O3\nSRC = src\nOBJ = obj\nall:\n\t%s\n"
    found = converted(text % command, path="Makefile")
    if output:
        assert found.data.decode().endswith(f"\t{output}\n")
        assert not found.findings
    else:
        assert b"-odir" not in found.data and b"-o " not in found.data


@pytest.mark.parametrize(
    "command",
    [
        "nvcc -c $^ -odir obj",
        "nvcc -c a.cu b.cu -odir obj",
        "nvcc -c $(SOURCES) -odir obj",
        "nvcc a.cu -odir obj -o a",
        "nvcc -c a.cu -odir obj -o b.o",
        "nvcc $(O) -c a.cu -odir obj",
        "nvcc -c *.cu -odir obj",
    ],
)
def test_others_are_reported(converted: Convert, command: str) -> None:
    text = f"SOURCES = a.cu b.cu\nO = -o b.o\nall:\n\t{command}\n"
    found = converted(text, path="Makefile")
    assert b"-odir" not in found.data
    assert any("-odir" in one.message for one in found.findings)
