async ([module, model]) => {
  const { details } = await import(module);
  const row = { model_as_published: model, release: "one", instance: "box" };
  const rows = {
    at: (_, name) => row[name] ?? null, label: String, id: String, page: String,
    show: "configurations", columns: { model: {} }, heading: String,
    records: { source: { null: { name: "x" } } }, snippets: { one: 'model = "{model}"  # {instance}' },
  };
  return details(rows, 0, "").querySelector("pre").textContent;
}
