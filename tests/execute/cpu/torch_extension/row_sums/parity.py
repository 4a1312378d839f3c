from porter.verify.extension import Generator, Output, parametrize

MODULE = "row_sums"


class reference:
    @staticmethod
    def row_sums(x):
        return x.sum(1)

    half_of_rows = row_sums

    @staticmethod
    def crash(x):
        return x


@parametrize("rows", [1, 5])
@parametrize("columns", [1, 31, 32, 33, 63, 64, 65, 1000])
def case_sums(module, generator: Generator, rows, columns):
    x = generator.normal(rows, columns, grad="dx")
    return {"out": Output(module.row_sums(x), terms=columns)}


def case_gaps(module, generator: Generator):
    return {"out": Output(module.half_of_rows(generator.normal(4, 8)), terms=8)}


def case_crash(module, generator: Generator):
    return {"out": module.crash(generator.normal(4, 8))}
