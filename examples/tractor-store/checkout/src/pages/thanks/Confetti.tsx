import { useEffect, useState } from 'react';
import styles from './Thanks.module.css';

const COLOURS = ['#a5361f', '#f0b93a', '#1f5a41', '#2f6ea3', '#d65282', '#57ae13'];
const PIECES = 90;
const OVER_AFTER_MS = 6_000;

interface Piece {
  left: number;
  delay: number;
  duration: number;
  turn: number;
  colour: string;
}

const throwPieces = (): Piece[] =>
  Array.from({ length: PIECES }, (_, index) => ({
    left: Math.random() * 100,
    delay: Math.random() * 900,
    duration: 2_400 + Math.random() * 2_200,
    turn: Math.random() * 720 - 360,
    colour: COLOURS[index % COLOURS.length] ?? '',
  }));

/** A shower of paper for those who like motion. The server makes none. */
export function Confetti() {
  const [pieces, setPieces] = useState<Piece[]>([]);
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    setPieces(throwPieces());
    const timer = setTimeout(() => setPieces([]), OVER_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (pieces.length === 0) return null;
  return (
    <div className={styles.confetti} aria-hidden="true" data-confetti="">
      {pieces.map(({ left, delay, duration, turn, colour }) => (
        <i
          key={`${left} ${delay}`}
          className={styles.piece}
          style={{
            left: `${left}%`,
            background: colour,
            rotate: `${turn}deg`,
            animationDelay: `${delay}ms`,
            animationDuration: `${duration}ms`,
          }}
        />
      ))}
    </div>
  );
}
