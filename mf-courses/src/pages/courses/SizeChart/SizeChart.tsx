import { Section } from 'shared-ui/Section';
import { courses, type Offer } from '../../../content/courses';
import { coursesPage } from '../../../content/courses-page';
import { priceOf } from '../../../lib/price';
import styles from './SizeChart.module.css';

const titles = courses.map(({ title }) => title);

export interface SizeChartProps {
  /** Of the courses, in their order, as they cost now. */
  offers: readonly Offer[];
}

/** The three courses beside each other, set like the size chart of a garment. */
export function SizeChart({ offers }: SizeChartProps) {
  const { label, heading, text } = coursesPage.chart;
  const prices = { label: 'Price', values: offers.map(priceOf), skus: offers.map(({ variant }) => variant) };
  const facts = coursesPage.chart.rows.map(({ label, values }) => ({
    label,
    values: label === 'Place' ? values.map((value, index) => offers[index]?.place || value) : values,
  }));
  const rows: { label: string; values: string[]; skus?: string[] }[] = [...facts, prices];
  return (
    <Section layout="offset" ground="cloth" label={label} heading={heading} lead={text} stitch="top">
      <table className={styles.chart} aria-label={heading}>
        <thead>
          <tr>
            <td />
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {row.values.map((value, index) => (
                <td key={titles[index]} data-course={titles[index]} data-sku={row.skus?.[index]}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
