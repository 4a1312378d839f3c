"""Classes and lambdas that pybind11 binds are drafted."""

from __future__ import annotations

from pathlib import Path

from porter.verify.drafting.draft import draft
from tests.verify.drafting.trees import axes, body, drafted

NET = """
class Net {
 public:
  Net(int64_t width, float scale) : width_(width), scale_(scale) { TORCH_CHECK(width >= 4); }
  torch::Tensor run(torch::Tensor x, int64_t times);
  torch::Tensor state() const { return state_; }
  void reset() { }
  float elapsed_ms() { return 0; }
 private:
  int64_t width_; float scale_; torch::Tensor state_;
};
torch::Tensor Net::run(torch::Tensor x, int64_t times) {
  TORCH_CHECK(x.dim() == 2 && x.size(1) == width_);
  return x * scale_;
}
"""
BIND = """
PYBIND11_MODULE(pack_cuda, m) {
  py::class_<Net, std::shared_ptr<Net>>(m, "Net")
      .def(py::init<int64_t, float>(), py::arg("width"), py::arg("scale") = 1.0f)
      // .def("gone", &Net::gone)
      .def("run", &Net::run, "doc")
      .def("reset", &Net::reset)
      .def("elapsed_ms", &Net::elapsed_ms)
      .def("state", &Net::state);
}
"""


def test_a_method_is_called_of_an_object(tmp_path: Path) -> None:
    made = drafted(tmp_path / "pack", NET + BIND)
    said = body(made.text, "Net_run")
    assert made.cases == 1
    assert "made = import_module('pack_cuda').Net(width, scale)" in said
    assert "result = [made.run(x, times), made.state()]" in said
    assert "x = laid_out(generator.normal(x_0, width, dtype=" in said
    assert min(axes(made.text, "Net_run")["width"]) >= 4  # type: ignore[type-var]


def test_a_class_may_be_kept_in_a_variable(tmp_path: Path) -> None:
    bind = (
        'PYBIND11_MODULE(pack_cuda, m) { auto net = py::class_<Net>(m, "Net"); m.doc() = "x";'
        "net.def(py::init([](int64_t width) { return Net(width, 1.0f); }));"
        'net.def("run", [](Net &self, torch::Tensor x) { return self.run(x, 2); }); }\n'
    )
    said = body(drafted(tmp_path / "pack", NET + bind).text, "Net_run")
    assert "made = import_module('pack_cuda').Net(width)" in said
    assert "result = made.run(x)" in said


def test_methods_without_arguments_are_called_in_order(tmp_path: Path) -> None:
    code = (
        "struct Walk { Walk(int n) {} void step() {} torch::Tensor at() { return {}; } };\n"
        'PYBIND11_MODULE(pack_cuda, m) { py::class_<Walk>(m, "Walk").def(py::init<int>())'
        '.def("step", &Walk::step).def("at", &Walk::at); }\n'
    )
    said = body(drafted(tmp_path / "pack", code).text, "Walk")
    assert "result = [made.step(), made.at()]" in said


def test_names_of_both_are_kept_apart(tmp_path: Path) -> None:
    code = (
        "struct Net { Net(int n) : n_(n) {} torch::Tensor f(torch::Tensor x, int n) {"
        "TORCH_CHECK(x.dim() == 1 && x.size(0) == n_); return x; } };\n"
        'PYBIND11_MODULE(pack_cuda, m) { py::class_<Net>(m, "Net").def(py::init<int>())'
        '.def("f", &Net::f); }\n'
    )
    said = body(drafted(tmp_path / "pack", code).text, "Net_f")
    assert ".Net(own_n)" in said and "made.f(x, n)" in said and "normal(own_n, " in said


def test_what_cannot_be_made_is_named(tmp_path: Path) -> None:
    code = (
        "struct Net { Net(Handle h) {} torch::Tensor f(torch::Tensor x) { return x; } };\n"
        "torch::Tensor g(torch::Tensor x) { return x; }\n"
        'PYBIND11_MODULE(pack_cuda, m) { m.def("g", &g); py::class_<Net>(m, "Net")'
        '.def(py::init<Handle>()).def("f", &Net::f); }\n'
    )
    made = drafted(tmp_path / "pack", code)
    assert made.cases == 1
    assert made.left_out == ("Net: nothing tells how h is made, which its constructor takes",)


def test_pytorchs_own_classes(tmp_path: Path) -> None:
    code = NET + (
        'TORCH_LIBRARY(pack, m) { m.class_<Net>("Net").def(torch::init<int64_t, double>())'
        '.def("run", &Net::run); }\n'
    )
    said = body(drafted(tmp_path / "pack", code).text, "Net_run")
    assert "made = torch.classes.pack.Net(width, scale)" in said


def test_lambdas(tmp_path: Path) -> None:
    code = (
        "torch::Tensor g(torch::Tensor x, int n) { TORCH_CHECK(x.dim() == 3); return x; }\n"
        'PYBIND11_MODULE(pack_cuda, m) { m.def("f", [](const torch::Tensor &x, int n = 2) '
        '-> torch::Tensor {\n if (n < 0) throw std::runtime_error("");\n return g(x, n); },'
        ' py::arg("x")); }\n'
    )
    said = body(drafted(tmp_path / "pack", code).text, "f")
    assert "result = import_module('pack_cuda').f(x, n)" in said
    assert "generator.normal(x_0, x_1, x_2, " in said


def test_a_module_may_be_passed_to_another_file(tmp_path: Path) -> None:
    code = (
        "torch::Tensor g(torch::Tensor x) { TORCH_CHECK(x.dim() == 3); return x; }\n"
        'void bind(py::module_ &m) { m.def("g", &g); }\n'
    )
    assert drafted(tmp_path / "pack", code).cases == 1


def test_bindings_that_no_build_file_names_are_left_out(tmp_path: Path) -> None:
    code = (
        "torch::Tensor f(torch::Tensor x) { return x; }\n"
        'PYBIND11_MODULE(pack_cuda, m) { m.def("f", &f); }\n'
    )
    folder = tmp_path / "pack"
    drafted(folder, code)
    (folder / "csrc" / "old.cpp").write_text(
        "#include <torch/extension.h>\ntorch::Tensor g(torch::Tensor x) { return x; }\n"
        'PYBIND11_MODULE(pack_cuda, m) { m.def("g", &g); }\n'
    )
    text = draft(folder, 8).text
    assert "case_f(" in text and "case_g(" not in text
