/* The memory that a model needs, in GiB: the formulas of macros/facts/memory.py, tested against the same cases. */

const GIB = 2 ** 30;
const BILLION = 1e9;

/** Tokens that all layers keep together; null where the number of layers is not recorded. */
function tokensOfLayers({ layers, cached_layers: kept = layers, window, windowed_layers: windowed = 0 }, context) {
  if (layers === undefined) return null;
  return (kept - windowed) * context + windowed * Math.min(context, window ?? context);
}

/** Bytes kept of the tokens of all sequences on one shard; null where that is not recorded. */
export function kvCacheBytes(shape, bytes, { context, batch, shards }) {
  const tokens = tokensOfLayers(shape, context);
  if (shape.cache === "none") return 0;
  if (!shape.cache || tokens === null) return null;
  if (shape.cache === "latent") {
    return shape.latent_size === undefined ? null : tokens * shape.latent_size * bytes * batch;
  }
  if (shape.key_value_heads === undefined || shape.head_size === undefined) return null;
  const heads = Math.ceil(shape.key_value_heads / shards);
  const both = shape.cache === "encoder-decoder" ? 2 : 1;
  return both * 2 * tokens * heads * shape.head_size * bytes * batch;
}

/** Of embeddings, billions too, 16 bits are kept where weights take less. */
export const weights = (billions, bytes, embeddings = 0) =>
  ((billions * bytes + embeddings * Math.max(0, 2 - bytes)) * BILLION) / GIB;

/** What inference needs on one accelerator, part by part, by what readers call it. `cacheBytes`: per number kept. */
export function inference(model, bytes, { cacheBytes, ...run }) {
  const kept = model.shape ? kvCacheBytes(model.shape, cacheBytes, run) : null;
  const held = weights(model.billions, bytes, model.embeddings);
  return { weights: held / run.shards, "KV cache": kept === null ? null : kept / GIB };
}

/** What training needs on one accelerator, part by part; activations are null where sizes are not recorded. */
export function training(model, bytes, optimizerBytes, { context, batch, shards }) {
  const { layers, hidden_size: hidden, attention_heads: heads } = model.shape ?? {};
  const activations = (layers * context * batch * (34 * hidden + 5 * heads * context)) / shards / GIB;
  const held = weights(model.billions, bytes) / shards;
  return {
    weights: held,
    gradients: held,
    optimizer: weights(model.billions, optimizerBytes) / shards,
    activations: Number.isNaN(activations) ? null : activations,
  };
}
