"""The figures as SVG and PNG, drawn by matplotlib."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plot  # noqa: E402

matplotlib.rcParams.update({
  "svg.hashsalt": "pantile", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
  "axes.spines.right": False, "axes.axisbelow": True, "axes.grid": True, "grid.color": "#DDDDDD",
  "grid.linewidth": 0.6, "legend.frameon": False, "figure.constrained_layout.use": True,
})

COLORS = {
  "Pantile, TSX": "#0F766E", "Pantile, Swift": "#5EADA5", "Node, by hand": "#D97706",
  "Foundation, encode": "#9333EA",
}


def save(figure, folder, name):
  folder.mkdir(parents=True, exist_ok=True)
  figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
  figure.savefig(folder / f"{name}.png", dpi=110, metadata={"Software": None})
  plot.close(figure)


def color(label):
  return COLORS.get(label, "#64748B")


def bars(widgets, labels, folder):
  """A bar a program and widget: the median, with the middle four fifths of the samples."""
  figure, axes = plot.subplots(figsize=(9, 3.8))
  width = 0.8 / len(labels)
  for place, label in enumerate(labels):
    rows = [(at, widget["times"][label]) for at, widget in enumerate(widgets) if label in widget["times"]]
    x = [at + (place - (len(labels) - 1) / 2) * width for at, _ in rows]
    medians = [row["median"] / 1e3 for _, row in rows]
    low = [(row["median"] - row["p10"]) / 1e3 for _, row in rows]
    high = [(row["p90"] - row["median"]) / 1e3 for _, row in rows]
    axes.bar(x, medians, width * 0.94, label=label, color=color(label), yerr=[low, high],
             error_kw={"elinewidth": 0.8, "capsize": 1.5, "ecolor": "#111827"})
  axes.set_yscale("log")
  axes.set_ylabel("µs a payload (log)")
  axes.set_xticks(range(len(widgets)), [f"{widget['name']}\n{widget['nodes']} nodes" for widget in widgets])
  axes.grid(False, axis="x")
  axes.set_title("Props bytes to payload bytes, warm: median and middle four fifths", loc="left")
  axes.legend(ncols=len(labels), loc="upper left")
  save(figure, folder, "render-times")


def latency(curves, folder):
  """The slowest of so many runs, for each program, a panel a widget."""
  figure, panels = plot.subplots(1, len(curves), figsize=(4.5 * len(curves), 3.4), squeeze=False)
  for axes, (widget, of) in zip(panels[0], curves.items()):
    for label, points in of.items():
      points = [(1 / max(1 - part, 1e-5), value / 1e3) for part, value in points if part < 1]
      axes.plot(*zip(*points), label=label, color=color(label), marker="o", markersize=3)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.minorticks_off()
    axes.set_xticks([1, 10, 100, 1000, 10_000], ["min", "p90", "p99", "p99.9", "p99.99"])
    axes.set_ylabel("µs a payload (log)")
    axes.set_title(widget, loc="left")
    axes.legend()
  save(figure, folder, "latency")


def memory(series, folder):
  figure, axes = plot.subplots(figsize=(6, 3.2))
  for label, points in series.items():
    axes.plot([at for at, _ in points], [size / 1024 for _, size in points], label=label, color=color(label))
  axes.set_ylim(bottom=0)
  axes.set_xlabel("seconds since the process began, rendering `portfolio` without pause")
  axes.set_ylabel("resident memory, MB")
  axes.set_title("Memory over time", loc="left")
  axes.legend()
  save(figure, folder, "memory-over-time")


GROWTH = {
  "nodes": ("nodes", "nodes"), "props": ("input", "bytes of props"), "nesting": ("size", "levels of nesting"),
}


def growth(points, folder):
  """Time (logarithmic: straight and as steep as the dotted line is linear) and peak memory."""
  kinds = [kind for kind in GROWTH if any(point["kind"] == kind for point in points)]
  figure, panels = plot.subplots(2, len(kinds), figsize=(3.4 * len(kinds), 5), squeeze=False, sharex="col")
  for column, kind in enumerate(kinds):
    key, title = GROWTH[kind]
    rows = [point for point in points if point["kind"] == kind]
    x = [row[key] for row in rows]
    times = [row["median"] / 1e3 for row in rows]
    spread = [[max(0, row["median"] - row["p10"]) / 1e3 for row in rows],
              [max(0, row["p90"] - row["median"]) / 1e3 for row in rows]]
    upper, lower = panels[0][column], panels[1][column]
    upper.errorbar(x, times, yerr=spread, marker="o", markersize=3, color="#0F766E", label="time")
    middle = len(rows) // 2
    upper.plot(x, [times[middle] / x[middle] * size for size in x], color="#64748B", linestyle=":", label="linear")
    upper.set_yscale("log")
    lower.plot(x, [row["peakKiB"] / 1024 for row in rows], marker="o", markersize=3, color="#0F766E")
    lower.set_ylim(bottom=0)
    lower.set_xscale("log")
    upper.set_title(title, loc="left")
    lower.set_xlabel(f"{title} (log)")
    upper.minorticks_off()
    lower.minorticks_off()
  panels[0][0].set_ylabel("µs a render (log)")
  panels[1][0].set_ylabel("peak memory, MB")
  panels[0][0].legend()
  save(figure, folder, "growth")
