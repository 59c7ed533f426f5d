import type { ComponentProps, ReactNode } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { EvidenceDetails, PagesDetails } from '../../shapes';
import { change, durationText, MEASURES, timeAxis } from '../data/figures';

interface ChartProps {
  rows: object[];
  x: ComponentProps<typeof XAxis>;
  y: ComponentProps<typeof YAxis>;
  tooltip: ComponentProps<typeof Tooltip>;
  /** Lines, areas, reference lines and the legend. */
  children: ReactNode;
  caption?: string;
}

/** A chart over time. Screen readers skip it: a table beside it gives its figures. */
const Chart = ({ rows, x, y, tooltip, children, caption }: ChartProps) => (
  <figure className="chart" aria-hidden="true">
    <ResponsiveContainer width="100%" height={240}>
      <ComposedChart accessibilityLayer={false} data={rows} margin={{ top: 16, right: 16, bottom: 0, left: 0 }}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis stroke="var(--dim)" {...x} />
        <YAxis stroke="var(--dim)" {...y} />
        <Tooltip contentStyle={{ background: 'var(--card)', border: '1px solid var(--line)' }} {...tooltip} />
        {children}
      </ComposedChart>
    </ResponsiveContainer>
    {caption && <figcaption>{caption}</figcaption>}
  </figure>
);

const LINE = { strokeWidth: 2, dot: false, isAnimationActive: false } as const;

const LINES = {
  failed: { stroke: 'var(--bad)', strokeDasharray: '' },
  silent: { stroke: 'var(--dim)', strokeDasharray: '1 4' },
  lcp: { stroke: 'var(--accent)', strokeDasharray: '6 3' },
  inp: { stroke: 'var(--warn)', strokeDasharray: '2 3' },
} as const;

/** E-values below 1 speak for the canary; they are drawn as 1, where the scale begins. */
const floor = (value: number): number => Math.max(1, value);

type EvidenceChartProps = Pick<EvidenceDetails, 'points'> & Pick<EvidenceDetails['verdict'], 'findings'>;

/** Draws the growth of the evidence, with the limit at which each measure stops the canary. The table has the present figures. */
export function EvidenceChart({ points, findings }: EvidenceChartProps) {
  const { moments, tick, axis } = timeAxis(points.map(({ at }) => at));
  const rows = points.map((point, index) => ({
    at: moments[index],
    ...Object.fromEntries(findings.map(({ measure }) => [measure, floor(point[measure])])),
  }));
  const limits = [...new Set(findings.map(({ limit }) => limit))];
  return (
    <Chart
      rows={rows}
      x={axis}
      y={{ scale: 'log', domain: [1, Math.max(1000, ...limits) * 2], allowDataOverflow: true, width: 56 }}
      tooltip={{ labelFormatter: tick }}
    >
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
        <Line {...LINE} {...LINES[measure]} key={measure} dataKey={measure} name={MEASURES[measure]} />
      ))}
    </Chart>
  );
}

/** Ends of the scale. The band is cut off there, because early on nearly everything is possible. */
const [LEAST, MOST] = [0.25, 4];
const TICKS = [0.25, 0.5, 1, 2, 4];

const cut = (risk: number | null): number => Math.min(MOST, Math.max(LEAST, risk ?? 1));
const tickText = (risk: number): string => (risk === 1 ? 'equal' : `× ${risk}`);
const bandText = (value: unknown): string => {
  const [least = 1, most = 1] = Array.isArray(value) ? value.map(Number) : [];
  return `${change(least)} to ${change(most)}`;
};

/** Draws the range of possible differences, which narrows as visitors come. A release is better once "equal" lies outside. */
export function ExperimentChart({ points }: Pick<EvidenceDetails, 'points'>) {
  const { moments, tick, axis } = timeAxis(points.map(({ at }) => at));
  const rows = points.map(({ least, most }, index) => ({ at: moments[index], band: [cut(least), cut(most)] }));
  return (
    <Chart
      rows={rows}
      x={axis}
      y={{
        scale: 'log',
        domain: [LEAST, MOST],
        ticks: TICKS,
        tickFormatter: tickText,
        allowDataOverflow: true,
        width: 72,
      }}
      tooltip={{ labelFormatter: tick, formatter: bandText }}
      caption="B beside A: the band holds every difference that is still possible."
    >
      <ReferenceLine y={1} stroke="var(--ink)" strokeDasharray="4 4" />
      <Area {...LINE} dataKey="band" name="B beside A" stroke="var(--accent)" fill="var(--accent)" fillOpacity={0.18} />
    </Chart>
  );
}

export function VitalsChart({ days }: Pick<PagesDetails, 'days'>) {
  return (
    <Chart
      rows={days}
      x={{ dataKey: 'day', minTickGap: 32 }}
      y={{ width: 64, tickFormatter: durationText }}
      tooltip={{ formatter: (value) => durationText(Number(value)) }}
    >
      <Legend />
      <Line {...LINE} dot dataKey="lcp" name="LCP, p75" stroke="var(--accent)" />
      <Line {...LINE} dot dataKey="inp" name="INP, p75" stroke="var(--warn)" strokeDasharray="6 3" />
    </Chart>
  );
}
