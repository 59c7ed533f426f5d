import {
  Area,
  CartesianGrid,
  ComposedChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { EvidenceDetails } from '../../../shapes';
import { timeAxis } from '../../data/time-axis';
import { change } from './change';

interface ExperimentChartProps {
  points: EvidenceDetails['points'];
}

/** Beyond these the band is cut off: early on nearly everything is possible. */
const [LEAST, MOST] = [0.25, 4];
const TICKS = [0.25, 0.5, 1, 2, 4];

const cut = (risk: number | null): number => Math.min(MOST, Math.max(LEAST, risk ?? 1));
const tickText = (risk: number): string => (risk === 1 ? 'equal' : `× ${risk}`);
const bandText = (value: unknown): string => {
  const [least = 1, most = 1] = Array.isArray(value) ? value.map(Number) : [];
  return `${change(least)} to ${change(most)}`;
};

/** The differences that are still possible, narrowing as visitors come. A release is better once "equal" lies outside. */
export default function ExperimentChart({ points }: ExperimentChartProps) {
  const { moments, tick, axis } = timeAxis(points.map(({ at }) => at));
  const rows = points.map(({ least, most }, index) => ({ at: moments[index], band: [cut(least), cut(most)] }));
  return (
    <figure className="chart" aria-hidden="true">
      <ResponsiveContainer width="100%" height={240}>
        <ComposedChart accessibilityLayer={false} data={rows} margin={{ top: 16, right: 16, bottom: 0, left: 0 }}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis {...axis} stroke="var(--dim)" minTickGap={48} />
          <YAxis
            scale="log"
            domain={[LEAST, MOST]}
            ticks={TICKS}
            tickFormatter={tickText}
            allowDataOverflow
            stroke="var(--dim)"
            width={72}
          />
          <Tooltip
            labelFormatter={tick}
            formatter={bandText}
            contentStyle={{ background: 'var(--card)', border: '1px solid var(--line)' }}
          />
          <ReferenceLine y={1} stroke="var(--ink)" strokeDasharray="4 4" />
          <Area
            dataKey="band"
            name="B beside A"
            stroke="var(--accent)"
            fill="var(--accent)"
            fillOpacity={0.18}
            strokeWidth={2}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
      <figcaption>B beside A: the band holds every difference that is still possible.</figcaption>
    </figure>
  );
}
