/** A shop where orders are picked up. */
export interface Store {
  id: string;
  name: string;
  street: string;
  city: string;
}

export const stores: readonly Store[] = [
  { id: 'store-a', name: 'Aurora Flagship Store', street: 'Astronaut Way 1', city: 'Arlington' },
  { id: 'store-b', name: 'Big Micro Machines', street: 'Broadway 2', city: 'Burlington' },
  { id: 'store-c', name: 'Central Mall', street: 'Clown Street 3', city: 'Cryo' },
  { id: 'store-d', name: 'Downtown Model Store', street: 'Duck Street 4', city: 'Davenport' },
];
