"""The weights of a pretrained encoder, in the folder of its npm package: safetensors, or ONNX."""
import glob
import json
import re
import struct

import numpy as np

# The matrices of a layer, in the order in which it uses them. ONNX files give them numbers, not names.
MATRICES = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)


def read_safetensors(path):
    """The length of a header, the header, numbers."""
    data = open(path, "rb").read()
    length = struct.unpack_from("<Q", data)[0]
    header = json.loads(data[8 : 8 + length])
    numbers = memoryview(data)[8 + length :]
    kinds = {"F16": "<f2", "F32": "<f4", "I64": "<i8"}
    return {
        name: np.frombuffer(numbers[slice(*each["data_offsets"])], kinds[each["dtype"]]).reshape(each["shape"])
        for name, each in header.items()
        if name != "__metadata__"
    }


def read_onnx(path):
    import onnx  # needed for such a file only
    from onnx import numpy_helper

    tensors = {each.name: numpy_helper.to_array(each) for each in onnx.load(path).graph.initializer}
    number = lambda name: int(re.search(r"MatMul_(\d+)", name)[1])
    matrices = sorted((name for name in tensors if name.startswith("onnx::MatMul_")), key=number)
    for at, name in enumerate(matrices):
        layer, place = divmod(at, len(MATRICES))
        tensors[f"encoder.layer.{layer}.{MATRICES[place]}.weight"] = tensors.pop(name).T
    return tensors


def read_tensors(folder):
    for path in glob.glob(f"{folder}/*.safetensors"):
        return read_safetensors(path)
    return read_onnx(f"{folder}/onnx/model.onnx")
