import { useEffect, useId, useRef, useState } from 'react';

/** Typing waits this long for its next letter. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch(text: string): void;
}

/** Searches as one types; "/" leads to it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, pause: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), pause);
  };
  return (
    <div className="field search">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        data-search
        value={text}
        maxLength={200}
        onChange={(event) => search(event.target.value, PAUSE_MS)}
        onKeyDown={(event) => event.key === 'Enter' && search(event.currentTarget.value, 0)}
      />
    </div>
  );
}
