export { dollars, PRICES, priceOf, relative, type Price } from '../tokens/price.ts'
export { cost, costLines, type Amount, type CostOptions, type CostReport, type Stretch } from './cost.ts'
export { explain, type Explanation } from './explain.ts'
