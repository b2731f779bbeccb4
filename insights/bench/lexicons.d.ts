declare module "vader-sentiment" {
  export const SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } };
}
declare module "sentiment" {
  export default class Sentiment {
    analyze(text: string): { score: number; comparative: number };
  }
}
