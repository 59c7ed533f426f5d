import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component whose code is fetched when it is shown. What did not come is asked for again by who shows it next: React's
 * `lazy` keeps a failure for as long as the page lives, and takes all around it along.
 * @param goWithout does what is wanted when the code does not come
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  goWithout: (props: Props) => void,
): ComponentType<Props> {
  const Without = (props: Props) => void useEffect(() => goWithout(props));
  return function Later(props) {
    const [Code, setCode] = useState<ComponentType<Props>>();
    useEffect(() => {
      void load()
        .catch(() => Without)
        .then((code) => setCode(() => code));
    }, []);
    return Code && <Code {...props} />;
  };
}
