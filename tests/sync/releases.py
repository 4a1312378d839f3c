"""Successive releases on PyPI of two packages with CUDA sources, each with its checksum."""

from __future__ import annotations

from benchmarks.corpora import Archive

_CAUSAL = {"CAUSAL_CONV1D_SKIP_CUDA_BUILD": "TRUE"}

#: The archives of causal-conv1d before 1.5.1 hold no CUDA source.
CAUSAL_CONV1D = tuple(
    Archive("causal-conv1d", version, digest, environment=_CAUSAL)
    for version, digest in (
        ("1.5.1", "d30091ee40e04b93c4d4db276ce3426b9d9d540cbf07eeaf1cf821f92213b7ae"),
        ("1.5.2", "9b7d8ec8d07e3590a1dfa010e4e87d1442635c3f96d665a3c1ce3025d8cc4b84"),
        ("1.5.3.post1", "aba1b717484472d0b2f2e40520a1c03f35fe5155555bd753d1c324afc56ba468"),
        ("1.6.0", "4eae3220d08e1e88238f3a0a88783147cbdf47f612cc610add75127c7a37ca3e"),
        ("1.6.1", "e4a697ec2db3906f012e675125569f8b510b4559bc53e3095143d91369e1221b"),
        ("1.6.2.post1", "245e314ea21064ded7a5bf6b3b842b644aa6f92e45cecfe3e935629744c35ff4"),
        ("1.7.0", "3202758494eaa7b597ce1c282dfa188889506bfcb92cad3c407d26736bfcd32b"),
    )
)
TORCH_SCATTER = tuple(
    Archive("torch-scatter", version, digest)
    for version, digest in (
        ("2.0.5", "148fbe634fb9e9465dbde2ab337138f63650ed8abbac42bb3f565e3fe92e9b2f"),
        ("2.0.6", "2c664656a6c006d5221b2d51ce51eca0bbf39e85a180fdd6d3ad42cb28b5a536"),
        ("2.0.7", "369184948c838f756eea10464a3fbf8e103e22dc94d7045dbab85b5748bf85f9"),
        ("2.0.8", "d71aab489b5288a6c96e9f9a7c9e13c54774dcb55a99a40e6cd1aca8be9ef3e6"),
        ("2.0.9", "08f5511d64473badf0a71d156b36dc2b09b9c2f00a7cd373b935b490c477a7f1"),
        ("2.1.0", "3a7124c2a033552febbdc72407f7d4d8cb6dce465720e84ab831512e81c1d208"),
        ("2.1.1", "59b6fad2c04f58b4ea46bb56e839edfd421faaa849d5e32ab1290975b9ef1656"),
        ("2.1.2", "69b3aa435f2424ac6a1bfb6ff702da6eb73b33ca0db38fb26989c74159258e47"),
    )
)
