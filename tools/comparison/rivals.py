"""The programs that are compared, and running them in turn."""
import json
import pathlib
import select
import shutil
import statistics
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def text_of(*words):
  return subprocess.run([str(word) for word in words], cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE).stdout


class Rival:
  """A program that times one thing for as long as it is asked to.

  It says `ready` when its bytes are checked and its set-up is done; then it takes a line with a
  number of milliseconds and answers with the times of its runs, in tenths of a nanosecond.
  """

  def __init__(self, label, words):
    self.label = label
    self.samples = []
    self.process = subprocess.Popen(
      [str(word) for word in words], cwd=ROOT, text=True, bufsize=1,
      stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    answer = self.answer()
    if answer != "ready":
      raise SystemExit(f"error: {label}: {answer or 'ended before it was ready'}")

  def answer(self):
    if not select.select([self.process.stdout], [], [], 60)[0]:
      raise SystemExit(f"error: {self.label} says nothing for a minute")
    return self.process.stdout.readline().strip()

  def round(self, milliseconds):
    self.process.stdin.write(f"{milliseconds}\n")
    self.process.stdin.flush()
    self.samples += [int(word) / 10 for word in self.answer().split()]

  def end(self):
    self.process.stdin.close()
    self.process.wait(timeout=20)

  def figures(self):
    return spread(self.samples)


def spread(samples):
  """The median and the middle four fifths, in nanoseconds."""
  ordered = sorted(samples)
  at = lambda part: ordered[round(part * (len(ordered) - 1))]
  return {"median": statistics.median(ordered), "p10": at(0.1), "p90": at(0.9), "samples": len(ordered)}


def in_turn(rivals, rounds, milliseconds):
  """Runs A B C, A B C …, and gives the figures of each by its label."""
  for _ in range(rounds):
    for rival in rivals:
      rival.round(milliseconds)
  for rival in rivals:
    rival.end()
  return {rival.label: rival.figures() for rival in rivals}


def resident(process):
  """Resident memory of a process in KiB."""
  for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
    if line.startswith("VmRSS:"):
      return int(line.split()[1])
  return 0


def memory_over_time(words, seconds):
  """Resident memory, every 50 ms, of a process that renders without pause: [[second, KiB]…]."""
  points = []
  begin = time.monotonic()
  process = subprocess.Popen(
    [str(word) for word in words], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
  process.stdin.write(f"{int(seconds * 1000)}\n")
  process.stdin.close()
  while process.poll() is None and time.monotonic() - begin < seconds:
    points.append([round(time.monotonic() - begin, 3), resident(process)])
    time.sleep(0.05)
  process.wait(timeout=60)
  return [point for point in points if point[1] > 0]


def node():
  """The command of Node, or None."""
  return shutil.which("node")


def machine():
  model = "unknown processor"
  for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
    if line.startswith("model name"):
      model = line.split(":", 1)[1].strip()
      break
  cores = len([line for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("processor")])
  return {"processor": model, "cores": cores}


def json_lines(text):
  return [json.loads(line) for line in text.splitlines() if line.startswith("{")]
