/// The property names that host modules and renderer look up, beside those in `Atom`.
struct HostNames {
  var contextName = Atom(id: 0)
  // Live Activities.
  var lockScreen = Atom(id: 0)
  var content = Atom(id: 0)
  var activityBackgroundTint = Atom(id: 0)
  var island = Atom(id: 0)
  var expanded = Atom(id: 0)
  var compact = Atom(id: 0)
  var minimal = Atom(id: 0)
  var keylineTint = Atom(id: 0)
  var center = Atom(id: 0)
  var leading = Atom(id: 0)
  var trailing = Atom(id: 0)
  var bottom = Atom(id: 0)
  var supplementalActivityFamilies = Atom(id: 0)
  var small = Atom(id: 0)
  // Gradients.
  var colors = Atom(id: 0)
  var locations = Atom(id: 0)
  var start = Atom(id: 0)
  var end = Atom(id: 0)
  var x = Atom(id: 0)
  var y = Atom(id: 0)
  // Icons of Android.
  var icon = Atom(id: 0)
  var startIcon = Atom(id: 0)
  // Charts.
  var foregroundStyleScale = Atom(id: 0)
  var xAxisGridStyle = Atom(id: 0)
  var yAxisGridStyle = Atom(id: 0)
  var chartScrollableAxes = Atom(id: 0)
  var data = Atom(id: 0)
  var series = Atom(id: 0)
  var category = Atom(id: 0)
  var color = Atom(id: 0)
  var stacking = Atom(id: 0)
  var cornerRadius = Atom(id: 0)
  var width = Atom(id: 0)
  var interpolation = Atom(id: 0)
  var lineWidth = Atom(id: 0)
  var symbol = Atom(id: 0)
  var symbolSize = Atom(id: 0)
  var xValue = Atom(id: 0)
  var yValue = Atom(id: 0)
  var innerRadius = Atom(id: 0)
  var outerRadius = Atom(id: 0)
  var angularInset = Atom(id: 0)
  var visible = Atom(id: 0)
  var dash = Atom(id: 0)
  // React.
  var status = Atom(id: 0)
  var result = Atom(id: 0)
  /// The private name of the mark on what `V`, `L`, `IL` and `E` return in a snippet.
  var snippetForm = Atom(id: 0)

  /// Where the names are kept, with their texts.
  private static let texts: [(WritableKeyPath<HostNames, Atom> & Sendable, String)] = [
    (\.contextName, "_context"), (\.lockScreen, "lockScreen"), (\.content, "content"),
    (\.activityBackgroundTint, "activityBackgroundTint"), (\.island, "island"),
    (\.expanded, "expanded"), (\.compact, "compact"), (\.minimal, "minimal"),
    (\.keylineTint, "keylineTint"), (\.center, "center"), (\.leading, "leading"),
    (\.trailing, "trailing"), (\.bottom, "bottom"),
    (\.supplementalActivityFamilies, "supplementalActivityFamilies"), (\.small, "small"),
    (\.colors, "colors"), (\.locations, "locations"), (\.start, "start"), (\.end, "end"),
    (\.x, "x"), (\.y, "y"), (\.foregroundStyleScale, "foregroundStyleScale"),
    (\.xAxisGridStyle, "xAxisGridStyle"), (\.yAxisGridStyle, "yAxisGridStyle"),
    (\.chartScrollableAxes, "chartScrollableAxes"), (\.data, "data"), (\.series, "series"),
    (\.category, "category"), (\.color, "color"), (\.stacking, "stacking"),
    (\.cornerRadius, "cornerRadius"), (\.width, "width"), (\.interpolation, "interpolation"),
    (\.lineWidth, "lineWidth"), (\.symbol, "symbol"), (\.symbolSize, "symbolSize"),
    (\.xValue, "xValue"), (\.yValue, "yValue"), (\.innerRadius, "innerRadius"),
    (\.outerRadius, "outerRadius"), (\.angularInset, "angularInset"), (\.visible, "visible"),
    (\.icon, "icon"), (\.startIcon, "startIcon"),
    (\.dash, "dash"), (\.status, "_status"), (\.result, "_result"),
  ]

  /// Interns the names.
  static func intern(_ machine: inout Machine) -> HostNames {
    var names = HostNames()
    for (path, text) in texts { names[keyPath: path] = machine.atoms.intern(text) }
    names.snippetForm = machine.atoms.makeSymbol(description: [], isPrivate: true)
    return names
  }
}
