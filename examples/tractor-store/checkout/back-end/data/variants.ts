/** What can be bought. */
export interface Variant {
  sku: string;
  /** Of the product. */
  id: string;
  name: string;
  /** In Ø. */
  price: number;
  /** Pieces in stock. */
  inventory: number;
}

export const variants: readonly Variant[] = [
  { sku: 'AU-01-SI', id: 'AU-01', name: 'TerraFirma AutoCultivator T-300 Silver', price: 1000, inventory: 8 },
  { sku: 'AU-02-OG', id: 'AU-02', name: 'SmartFarm Titan Sunset Copper', price: 4100, inventory: 4 },
  { sku: 'AU-02-BL', id: 'AU-02', name: 'SmartFarm Titan Cosmic Sapphire', price: 4000, inventory: 3 },
  { sku: 'AU-02-GG', id: 'AU-02', name: 'SmartFarm Titan Verdant Shadow', price: 4000, inventory: 6 },
  { sku: 'AU-03-TQ', id: 'AU-03', name: 'FutureHarvest Navigator Turquoise Titan', price: 1600, inventory: 9 },
  { sku: 'AU-03-PL', id: 'AU-03', name: 'FutureHarvest Navigator Majestic Violet', price: 1700, inventory: 7 },
  { sku: 'AU-03-RD', id: 'AU-03', name: 'FutureHarvest Navigator Scarlet Dynamo', price: 1900, inventory: 8 },
  { sku: 'AU-03-YE', id: 'AU-03', name: 'FutureHarvest Navigator Sunbeam Yellow', price: 1800, inventory: 3 },
  { sku: 'AU-04-RD', id: 'AU-04', name: 'Sapphire Sunworker 460R Ruby Red', price: 8700, inventory: 9 },
  { sku: 'AU-04-BK', id: 'AU-04', name: 'Sapphire Sunworker 460R Midnight Onyx', price: 8500, inventory: 8 },
  { sku: 'AU-05-ZH', id: 'AU-05', name: 'EcoGrow Crop Commander Zestful Horizon', price: 3400, inventory: 8 },
  { sku: 'AU-06-CZ', id: 'AU-06', name: 'FarmFleet Sovereign Canary Zenith', price: 2200, inventory: 3 },
  { sku: 'AU-06-MT', id: 'AU-06', name: 'FarmFleet Sovereign Minted Jade', price: 2100, inventory: 5 },
  { sku: 'AU-07-MT', id: 'AU-07', name: 'Verde Voyager Glacial Mint', price: 4000, inventory: 4 },
  { sku: 'AU-07-YE', id: 'AU-07', name: 'Verde Voyager Sunbeam Yellow', price: 5000, inventory: 9 },
  { sku: 'AU-08-WH', id: 'AU-08', name: 'Field Pioneer Polar White', price: 4500, inventory: 4 },
  { sku: 'CL-01-GR', id: 'CL-01', name: 'Heritage Workhorse Verdant Field', price: 5700, inventory: 8 },
  { sku: 'CL-01-GY', id: 'CL-01', name: 'Heritage Workhorse Stormy Sky', price: 6200, inventory: 7 },
  { sku: 'CL-02-BL', id: 'CL-02', name: 'Falcon Crest Farm Cerulean Classic', price: 2600, inventory: 1 },
  { sku: 'CL-03-GR', id: 'CL-03', name: 'Falcon Crest Work Meadow Green', price: 2300, inventory: 7 },
  { sku: 'CL-03-PI', id: 'CL-03', name: 'Falcon Crest Work Rustic Rose', price: 2300, inventory: 3 },
  { sku: 'CL-03-YE', id: 'CL-03', name: 'Falcon Crest Work Harvest Gold', price: 2300, inventory: 6 },
  { sku: 'CL-04-BL', id: 'CL-04', name: 'Broadfield Majestic Oceanic Blue', price: 2200, inventory: 6 },
  { sku: 'CL-04-RD', id: 'CL-04', name: 'Broadfield Majestic Rustic Crimson', price: 2200, inventory: 3 },
  { sku: 'CL-04-TQ', id: 'CL-04', name: 'Broadfield Majestic Aqua Green', price: 2200, inventory: 0 },
  { sku: 'CL-05-PT', id: 'CL-05', name: 'Countryside Commander Pacific Teal', price: 2700, inventory: 1 },
  { sku: 'CL-05-RD', id: 'CL-05', name: 'Countryside Commander Barn Red', price: 2700, inventory: 1 },
  { sku: 'CL-06-MT', id: 'CL-06', name: 'Danamark Steadfast Emerald Forest', price: 2800, inventory: 1 },
  { sku: 'CL-06-YE', id: 'CL-06', name: 'Danamark Steadfast Golden Wheat', price: 2800, inventory: 2 },
  { sku: 'CL-07-GR', id: 'CL-07', name: 'Greenland Rover Forest Fern', price: 2900, inventory: 4 },
  { sku: 'CL-07-YE', id: 'CL-07', name: 'Greenland Rover Autumn Amber', price: 2900, inventory: 4 },
  { sku: 'CL-08-GR', id: 'CL-08', name: 'Holland Hamster Polder Green', price: 7750, inventory: 8 },
  { sku: 'CL-08-PI', id: 'CL-08', name: 'Holland Hamster Tulip Magenta', price: 7900, inventory: 3 },
  { sku: 'CL-09-BL', id: 'CL-09', name: 'TerraFirma Veneto Adriatic Blue', price: 2950, inventory: 4 },
  { sku: 'CL-09-GR', id: 'CL-09', name: 'TerraFirma Veneto Tuscan Green', price: 2950, inventory: 7 },
  { sku: 'CL-10-SD', id: 'CL-10', name: 'Global Gallant Sahara Dawn', price: 2600, inventory: 6 },
  { sku: 'CL-10-VI', id: 'CL-10', name: 'Global Gallant Violet Vintage', price: 2600, inventory: 2 },
  { sku: 'CL-11-SK', id: 'CL-11', name: 'Scandinavia Sower Baltic Blue', price: 3100, inventory: 0 },
  { sku: 'CL-11-YE', id: 'CL-11', name: 'Scandinavia Sower Nordic Gold', price: 3100, inventory: 3 },
  { sku: 'CL-12-BL', id: 'CL-12', name: 'Celerity Cruiser Velocity Blue', price: 3200, inventory: 8 },
  { sku: 'CL-12-RD', id: 'CL-12', name: 'Celerity Cruiser Rally Red', price: 3200, inventory: 8 },
  { sku: 'CL-13-BL', id: 'CL-13', name: 'Rapid Racer Speedway Blue', price: 7500, inventory: 1 },
  { sku: 'CL-13-RD', id: 'CL-13', name: 'Rapid Racer Raceway Red', price: 7500, inventory: 5 },
  { sku: 'CL-14-GR', id: 'CL-14', name: 'Caribbean Cruiser Emerald Grove', price: 2300, inventory: 3 },
  { sku: 'CL-14-RD', id: 'CL-14', name: 'Caribbean Cruiser Ruby Fields', price: 2300, inventory: 5 },
  { sku: 'CL-15-PI', id: 'CL-15', name: 'Fieldmaster Classic Vintage Pink', price: 6200, inventory: 0 },
  { sku: 'CL-15-SD', id: 'CL-15', name: 'Fieldmaster Classic Sahara Dust', price: 6200, inventory: 9 },
];
