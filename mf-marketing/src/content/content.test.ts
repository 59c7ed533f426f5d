import { about } from './about';
import { directors } from './directors';
import { furnishings } from './furnishings';
import { home } from './home';
import { process } from './process';
import { projects } from './projects';
import { thankYou } from './thank-you';

describe('what the specification fixes', () => {
  it('shows 3 slides, 21 marks, 6 testimonials, 6 projects, 2 directors', () => {
    expect(home.hero.slides).toHaveLength(3);
    expect(new Set(home.brands.logos.map(({ src }) => src)).size).toBe(21);
    expect(home.testimonials.items).toHaveLength(6);
    expect(projects.grid.pictures).toHaveLength(6);
    expect(directors.directors).toHaveLength(2);
  });

  it('states the company figures', () => {
    expect(home.brands.stats.map(({ value }) => value)).toEqual(['{since}', '250+', '60+', '10 million+', '50+ years']);
  });

  it('goes from brand requirement to delivery in seven steps', () => {
    expect(process.steps.map(({ title }) => title)).toEqual([
      'Brand requirement',
      'Product design',
      'Sampling and product development',
      'Forecasting',
      'Manufacturing',
      'Warehousing and shipping',
      'Delivery',
    ]);
  });

  it('sorts the furnishings into five categories', () => {
    const chapters = furnishings.categories.tabs.map(({ label, tiles }) => [label, tiles.map(({ title }) => title)]);
    expect(Object.fromEntries(chapters)).toEqual({
      'Bedding and Linen': ['Bedsheets', 'Comforters', 'Pillows', 'Duvets', 'Mattress Toppers'],
      'Bath Essentials': ['Towels', 'Bath Mats', 'Robes', 'Face Towels', 'Hotel Slippers'],
      'Curtains and Upholstery': ['Custom Curtains', 'Sheers', 'Sofa Fabrics', 'Blinds'],
      'Branded Customization': ['Throw Pillows', 'Table Runners', 'Cushion Covers', 'Sofa', 'Upholstered Chair'],
      'Tailored Decor': ['Outdoor Upholstery', 'Waterproof By-the-Pool Furnishings'],
    });
  });

  it('furnishes a space in four steps', () => {
    expect(furnishings.process.steps.map(({ title }) => title)).toEqual([
      'Space & Brand Assessment',
      'Concept/Design Development',
      'Prototyping & Refinement',
      'Delivery & Installation',
    ]);
  });

  it('thanks in the words of the specification', () => {
    expect(`${thankYou.heading} ${thankYou.text}`).toBe(
      'Thank You! Your message has been sent successfully. We will get back to you soon!',
    );
  });

  it('marks the testimonials as samples', () => {
    expect(home.testimonials.items.every(({ sample }) => sample)).toBe(true);
  });

  it('leaves the name of the company to its settings', () => {
    expect(JSON.stringify([home, about, furnishings, projects])).not.toMatch(/Nool & Needle|Ambience & Harmony/);
  });
});
