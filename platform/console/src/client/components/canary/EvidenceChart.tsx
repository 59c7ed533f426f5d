import {
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { EvidenceDetails } from '../../../shapes';
import { timeAxis } from '../../data/time-axis';
import { MEASURES } from './measures';

interface EvidenceChartProps {
  points: EvidenceDetails['points'];
  findings: EvidenceDetails['verdict']['findings'];
}

const COLOURS = { failed: 'var(--bad)', silent: 'var(--dim)', lcp: 'var(--accent)', inp: 'var(--warn)' } as const;
const DASHES = { failed: '', silent: '1 4', lcp: '6 3', inp: '2 3' } as const;

/** E-values below 1 speak for the canary; they are drawn as 1, where the scale begins. */
const floor = (value: number): number => Math.max(1, value);

/** How the evidence grew, with the line at which each measure stops the canary. The table beside it says the same. */
export default function EvidenceChart({ points, findings }: EvidenceChartProps) {
  const { moments, tick, axis } = timeAxis(points.map(({ at }) => at));
  const rows = points.map(({ failed, silent, lcp, inp }, index) => ({
    at: moments[index],
    failed: floor(failed),
    silent: floor(silent),
    lcp: floor(lcp),
    inp: floor(inp),
  }));
  const limits = [...new Set(findings.map(({ limit }) => limit))];
  return (
    <figure className="chart" aria-hidden="true">
      <ResponsiveContainer width="100%" height={240}>
        <LineChart accessibilityLayer={false} data={rows} margin={{ top: 16, right: 16, bottom: 0, left: 0 }}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis {...axis} stroke="var(--dim)" minTickGap={48} />
          <YAxis
            scale="log"
            domain={[1, Math.max(1000, ...limits) * 2]}
            allowDataOverflow
            stroke="var(--dim)"
            width={56}
          />
          <Tooltip
            labelFormatter={tick}
            contentStyle={{ background: 'var(--card)', border: '1px solid var(--line)' }}
          />
          <Legend />
          {limits.map((limit) => (
            <ReferenceLine
              key={limit}
              y={limit}
              stroke="var(--bad)"
              strokeDasharray="4 4"
              label={{ value: `stops at ${limit}`, position: 'insideTopLeft', fill: 'var(--bad)', fontSize: 12 }}
            />
          ))}
          {findings.map(({ measure }) => (
            <Line
              key={measure}
              dataKey={measure}
              name={MEASURES[measure]}
              stroke={COLOURS[measure]}
              strokeDasharray={DASHES[measure]}
              strokeWidth={2}
              dot={false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </figure>
  );
}
