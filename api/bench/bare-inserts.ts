import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { openEmbedded } from '@wholepage/database/embedded';
import pg from 'pg';

/** As many as the API has by default. */
const CONNECTIONS = 16;

const INSERT = `insert into enquiries (id, submission_key, form, name, email, phone, message, status, signals, notice)
  values ($1, $2, 'modal', 'Asha Kurien', $3, '+91 98400 00000', $4, 'new', '{}', 'bench')`;
const MESSAGE = 'We open in March and need uniforms for 120 people in six departments. '.repeat(4);

export interface Inserted {
  /** Rows per second. */
  rate: number;
  /** Milliseconds. */
  p99: number;
}

/** What the database alone does with single inserts of enquiries, to set the API's numbers beside. */
export interface BareInserts {
  /** As fast as its connections go. */
  flatOut(seconds: number): Promise<Inserted>;
  /** So many a second, whether the ones before are done or not. */
  offered(perSecond: number, seconds: number): Promise<Inserted>;
  close(): Promise<void>;
}

const summary = (times: number[], seconds: number): Inserted => {
  const sorted = times.toSorted((a, b) => a - b);
  return { rate: times.length / seconds, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
};

/** @param dataDir of an API that runs: its embedded PostgreSQL is used, beside it */
export async function openBareInserts(dataDir: string): Promise<BareInserts> {
  const embedded = await openEmbedded(path.resolve(dataDir), 'command', () => undefined);
  const pool = new pg.Pool({ ...embedded.connection, max: CONNECTIONS });
  const insert = async (times: number[]): Promise<void> => {
    const began = performance.now();
    const id = randomUUID();
    await pool.query(INSERT, [id, `bare:${id}`, `${id}@hotel.example`, MESSAGE]);
    times.push(performance.now() - began);
  };
  return {
    flatOut: async (seconds) => {
      const times: number[] = [];
      const end = performance.now() + seconds * 1000;
      const client = async () => {
        while (performance.now() < end) await insert(times);
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, client));
      return summary(times, seconds);
    },
    offered: async (perSecond, seconds) => {
      const times: number[] = [];
      const began = performance.now();
      const all: Promise<void>[] = [];
      await new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          const elapsed = (performance.now() - began) / 1000;
          while (all.length < Math.min(elapsed, seconds) * perSecond) all.push(insert(times));
          if (elapsed < seconds) return;
          clearInterval(timer);
          resolve();
        }, 1);
      });
      await Promise.all(all);
      return summary(times, seconds);
    },
    close: async () => {
      await pool.end();
      await embedded.close();
    },
  };
}
