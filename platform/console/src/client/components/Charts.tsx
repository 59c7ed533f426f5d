import {
  Area,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { EvidenceDetails, PagesDetails } from '../../shapes';
import { change, durationText, MEASURES, timeAxis } from '../data/figures';

interface EvidenceChartProps {
  points: EvidenceDetails['points'];
  findings: EvidenceDetails['verdict']['findings'];
}

const COLOURS = { failed: 'var(--bad)', silent: 'var(--dim)', lcp: 'var(--accent)', inp: 'var(--warn)' } as const;
const DASHES = { failed: '', silent: '1 4', lcp: '6 3', inp: '2 3' } as const;

/** E-values below 1 speak for the canary; they are drawn as 1, where the scale begins. */
const floor = (value: number): number => Math.max(1, value);

/** How the evidence grew, with the line at which each measure stops the canary. The table beside it says the same. */
export function EvidenceChart({ points, findings }: EvidenceChartProps) {
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
export function ExperimentChart({ points }: ExperimentChartProps) {
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

/** LCP and INP by day. The table beside it says the same. */
export function VitalsChart({ days }: { days: PagesDetails['days'] }) {
  return (
    <figure className="chart" aria-hidden="true">
      <ResponsiveContainer width="100%" height={240}>
        <LineChart accessibilityLayer={false} data={days} margin={{ top: 16, right: 16, bottom: 0, left: 0 }}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="day" stroke="var(--dim)" minTickGap={32} />
          <YAxis stroke="var(--dim)" width={64} tickFormatter={durationText} />
          <Tooltip
            formatter={(value) => durationText(Number(value))}
            contentStyle={{ background: 'var(--card)', border: '1px solid var(--line)' }}
          />
          <Legend />
          <Line dataKey="lcp" name="LCP, p75" stroke="var(--accent)" strokeWidth={2} isAnimationActive={false} />
          <Line
            dataKey="inp"
            name="INP, p75"
            stroke="var(--warn)"
            strokeDasharray="6 3"
            strokeWidth={2}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </figure>
  );
}
