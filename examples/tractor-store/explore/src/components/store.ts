/** A shop where orders are picked up, as the back end tells of it. */
export interface Store {
  id: string;
  name: string;
  street: string;
  city: string;
}
