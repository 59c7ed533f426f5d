/** A variant that can be recommended. */
export interface Recommended {
  sku: string;
  name: string;
}

/** What sells best: shown while nobody knows better. */
export const favourites: readonly Recommended[] = [
  { sku: 'AU-02-BL', name: 'SmartFarm Titan Cosmic Sapphire' },
  { sku: 'AU-03-RD', name: 'FutureHarvest Navigator Scarlet Dynamo' },
  { sku: 'AU-07-YE', name: 'Verde Voyager Sunbeam Yellow' },
  { sku: 'CL-01-GR', name: 'Heritage Workhorse Verdant Field' },
  { sku: 'CL-05-RD', name: 'Countryside Commander Barn Red' },
  { sku: 'CL-08-PI', name: 'Holland Hamster Tulip Magenta' },
  { sku: 'CL-11-SK', name: 'Scandinavia Sower Baltic Blue' },
  { sku: 'CL-13-BL', name: 'Rapid Racer Speedway Blue' },
];
