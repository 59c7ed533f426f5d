/** A product as a list shows it. */
export interface ListedProduct {
  id: string;
  name: string;
  /** The variant that is pictured. */
  sku: string;
  /** In Ø. */
  startPrice: number;
}

export interface Category {
  key: string;
  name: string;
  products: readonly ListedProduct[];
}

const classic: readonly ListedProduct[] = [
  { id: 'CL-01', name: 'Heritage Workhorse', sku: 'CL-01-GR', startPrice: 5700 },
  { id: 'CL-02', name: 'Falcon Crest Farm', sku: 'CL-02-BL', startPrice: 2600 },
  { id: 'CL-03', name: 'Falcon Crest Work', sku: 'CL-03-GR', startPrice: 2300 },
  { id: 'CL-04', name: 'Broadfield Majestic', sku: 'CL-04-BL', startPrice: 2200 },
  { id: 'CL-05', name: 'Countryside Commander', sku: 'CL-05-PT', startPrice: 2700 },
  { id: 'CL-06', name: 'Danamark Steadfast', sku: 'CL-06-MT', startPrice: 2800 },
  { id: 'CL-07', name: 'Greenland Rover', sku: 'CL-07-GR', startPrice: 2900 },
  { id: 'CL-08', name: 'Holland Hamster', sku: 'CL-08-GR', startPrice: 7750 },
  { id: 'CL-09', name: 'TerraFirma Veneto', sku: 'CL-09-BL', startPrice: 2950 },
  { id: 'CL-10', name: 'Global Gallant', sku: 'CL-10-SD', startPrice: 2600 },
  { id: 'CL-11', name: 'Scandinavia Sower', sku: 'CL-11-SK', startPrice: 3100 },
  { id: 'CL-12', name: 'Celerity Cruiser', sku: 'CL-12-BL', startPrice: 3200 },
  { id: 'CL-13', name: 'Rapid Racer', sku: 'CL-13-BL', startPrice: 7500 },
  { id: 'CL-14', name: 'Caribbean Cruiser', sku: 'CL-14-GR', startPrice: 2300 },
  { id: 'CL-15', name: 'Fieldmaster Classic', sku: 'CL-15-PI', startPrice: 6200 },
];

const autonomous: readonly ListedProduct[] = [
  { id: 'AU-01', name: 'TerraFirma AutoCultivator T-300', sku: 'AU-01-SI', startPrice: 1000 },
  { id: 'AU-02', name: 'SmartFarm Titan', sku: 'AU-02-OG', startPrice: 4000 },
  { id: 'AU-03', name: 'FutureHarvest Navigator', sku: 'AU-03-TQ', startPrice: 1600 },
  { id: 'AU-04', name: 'Sapphire Sunworker 460R', sku: 'AU-04-RD', startPrice: 8500 },
  { id: 'AU-05', name: 'EcoGrow Crop Commander', sku: 'AU-05-ZH', startPrice: 3400 },
  { id: 'AU-06', name: 'FarmFleet Sovereign', sku: 'AU-06-CZ', startPrice: 2100 },
  { id: 'AU-07', name: 'Verde Voyager', sku: 'AU-07-MT', startPrice: 4000 },
  { id: 'AU-08', name: 'Field Pioneer', sku: 'AU-08-WH', startPrice: 4500 },
];

export const categories: readonly Category[] = [
  { key: 'classic', name: 'Classics', products: classic },
  { key: 'autonomous', name: 'Autonomous', products: autonomous },
];
