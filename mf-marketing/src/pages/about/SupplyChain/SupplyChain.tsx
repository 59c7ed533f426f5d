import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { about } from '../../../content/about';
import styles from './SupplyChain.module.css';

/** The map of mills, hubs and port, with the way of a roll of cloth beside it. */
export function SupplyChain() {
  const { label, heading, text, picture, small, stages } = about.supplyChain;
  return (
    <Section ground="cloth" label={label} heading={heading} lead={text} id="supply-chain">
      <div className={styles.spread}>
        <Picture picture={picture} narrow={small} className={styles.map} />
        <ol className={styles.stages}>
          {stages.map((stage) => (
            <li key={stage.title} className={styles.stage}>
              <strong className={styles.title}>{stage.title}</strong>
              <ul className={styles.places}>
                {stage.places.map(({ name, work }) => (
                  <li key={name} className={styles.place}>
                    <span className={styles.name}>{name}</span> {work}
                  </li>
                ))}
              </ul>
              <span className={styles.text}>{stage.text}</span>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
