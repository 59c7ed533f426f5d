/** The order as the sandbox knows it: its amount counts, not the page's. */
export interface OpenOrder {
  id: string;
  amount: number;
}
