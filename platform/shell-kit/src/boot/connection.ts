interface Connection {
  saveData?: boolean;
}

/** Whether the visitor asked their browser to fetch only what they ask for. */
export const savesData = (): boolean => (navigator as { connection?: Connection }).connection?.saveData === true;
