import { u16At } from "../../src/model/basics/typed-array.ts";
import { ENGINE_VERSION } from "./engine-version.ts";
import { createNet, type Net } from "./net/net.ts";
import { NET_SHA256, readNet } from "./net/net-weights.ts";
import { readTradeNet, TRADE_ASPECTS, TRADES_SHA256 } from "./net/trade-nets.ts";
import type { Clusters } from "./reading/features.ts";
import { type CompiledTaxonomy, compileTaxonomy } from "./reading/taxonomy.ts";
import type { TaxonomyFile } from "./reading/taxonomy-file.ts";
import { createScratch, type Scratch } from "./scratch.ts";
import { PHYSICAL_THERAPY } from "./taxonomies/taxonomies.ts";
import { readWeights, SHARED_OUTPUTS, type Weights } from "./weights.ts";

export type Engine = {
  version: string;
  weights: Weights;
  net: Net;
  /** The net that knows the sides of passages. It is the same, except for other trades. */
  targets: Net;
  /** Of the weights and the net together. */
  model_sha256: string;
  taxonomy: CompiledTaxonomy;
  clusters: Clusters;
  /** The weights and the net were trained with this taxonomy. */
  trained: boolean;
  /** A net was trained with this taxonomy, so it finds the aspects. Otherwise the taxonomy's rules do. */
  learned: boolean;
  /** How many aspects the net knows. */
  net_aspects: number;
  /** By output: the factor from an integer weight to a margin, for words and for features. */
  word_scale: Float64Array;
  feature_scale: Float64Array;
  scratch: Scratch;
};

/** Opening reads the weights from disk, unless the caller has them. The first text unpacks them and reads the net. */
export function createEngine(taxonomy: TaxonomyFile = PHYSICAL_THERAPY, weights: Weights = readWeights()): Engine {
  const compiled = compileTaxonomy(taxonomy);
  const { header } = weights;
  const { id: name, aspects } = compiled.taxonomy;
  const ids = aspects.map(({ id }) => id).join();
  const trained = name === header.taxonomy && ids === header.aspects.join();
  const of_trade = !trained && TRADE_ASPECTS().get(name) === ids;
  const model = new Bun.CryptoHasher("sha256").update(weights.sha256).update(NET_SHA256);
  const net = createNet(of_trade ? () => readTradeNet(name) : readNet);
  return {
    version: ENGINE_VERSION,
    weights,
    net,
    targets: of_trade ? createNet(readNet) : net,
    model_sha256: (of_trade ? model.update(TRADES_SHA256) : model).digest("hex"),
    taxonomy: compiled,
    clusters: (hash) => {
      const row = weights.word(hash);
      return row < 0 ? 0 : u16At(weights.cluster, row);
    },
    trained,
    learned: trained || of_trade,
    net_aspects: of_trade ? aspects.length : header.aspects.length,
    word_scale: Float64Array.from(header.word_scale),
    feature_scale: Float64Array.from(header.feature_scale),
    scratch: createScratch(weights.clause_width),
  };
}

/** The outputs of aspect `at`. */
export const detectionOutput = (at: number): number => SHARED_OUTPUTS + at;
export const polarityOutput = (engine: Engine, at: number): number =>
  SHARED_OUTPUTS + engine.weights.header.aspects.length + at;

/** Part of the key of a stored analysis, beside the text's hash. */
export const engineKey = ({ version, model_sha256, taxonomy }: Engine): string =>
  `${version}:${model_sha256.slice(0, 16)}:${taxonomy.sha256.slice(0, 16)}`;
