async ([module, queries]) => {
  const { Query } = await import(module);
  const names = [
    "model", "instance", "family", "accelerator", "framework", "release", "dataset", "precision", "as_of", "source",
  ];
  const single = { has: () => true };
  const rows = {
    show: "configurations", facets: names.slice(0, 10), shown: ["model", "instance"], canonical: (_, value) => value,
    columns: Object.fromEntries([...names, "batch_size_native", "batch_size_compiled"].map((name) => [name, {}])),
    singles: () => single,
  };
  const state = (query) => JSON.stringify([
    [...query.chosen].map(([name, value]) => [name, value instanceof Set ? [...value] : value]).sort(),
    query.sort, query.hide, query.open,
  ]);
  const found = [];
  for (const asked of queries) {
    try {
      const query = new Query(asked, rows);
      const again = new Query(String(query), rows);
      if (state(again) !== state(query)) found.push([asked, state(query), state(again)]);
      else if (again.misunderstood.length) found.push([asked, "writes what it does not understand", String(query)]);
      else if (String(again) !== String(query)) found.push([asked, String(query), String(again)]);
      for (const one of query.conditions()) query.drop(one);
      if (query.conditions().length) found.push([asked, "keeps conditions that were dropped", String(query)]);
    } catch (error) { found.push([asked, String(error)]); }
  }
  return found;
}
