import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { PagesDetails } from '../../observed';
import { durationText } from '../data/figures';

/** LCP and INP by day. The table beside it says the same. */
export default function VitalsChart({ days }: { days: PagesDetails['days'] }) {
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
