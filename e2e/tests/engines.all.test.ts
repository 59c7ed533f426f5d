import { findProgram } from '@wholepage/tooling/find-program';
import { alive, type Driver, until } from '../src/engines/driver';
import { firefox } from '../src/engines/firefox';
import { webkit } from '../src/engines/webkit';
import { KINDS } from '../src/routes';
import { ANSWERS, GOOD_CARD } from '../src/visitor/enrolment';

interface Engine {
  name: string;
  /** Its program, and further programs that it needs. */
  programs: string[];
  start(program: string): Promise<Driver>;
}

const ENGINES: Engine[] = [
  { name: 'Firefox', programs: ['firefox-esr'], start: firefox },
  { name: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'], start: webkit },
];

const MODAL = 'dialog[open]';
const heading = (text: string) => `document.querySelector('main h1')?.textContent.includes(${JSON.stringify(text)})`;

/** The visible step of the provider's form. */
const STEP = '.step:not([hidden])';

/** Fills and submits the provider's form by script: WebKit's driver cannot type into a frame that lies over a page. */
const fillIn = (driver: Driver, values: Record<string, string>): Promise<unknown> =>
  driver.run(`(() => {
    for (const [name, value] of Object.entries(${JSON.stringify(values)}))
      document.querySelector('${STEP} input[autocomplete="' + name + '"]').value = value;
    document.querySelector('${STEP} [type="submit"]').click();
  })()`);

// `npm test -- --all` installs both engines where it may. Elsewhere a missing engine is reported as skipped.
const there = ({ programs }: Engine) => programs.every(findProgram);

// Chromium has its own journeys in the other tests. This short journey must pass in every engine.
for (const engine of ENGINES) (there(engine) ? describe : describe.skip)(engine.name, () => journey(engine));

function journey({ programs: [program = ''], start }: Engine): void {
  let driver: Driver;
  beforeAll(async () => {
    driver = await start(findProgram(program) ?? program);
  }, 120_000);
  afterAll(() => driver?.close());

  test('every kind of page comes alive without an error', async () => {
    const errors: string[] = [];
    for (const path of KINDS) {
      await driver.goto(path);
      await alive(driver);
      errors.push(...(await driver.errors()).map((error) => `${path}: ${error}`));
    }
    expect(errors).toEqual([]);
  }, 240_000);

  test('links change the page without a load, and back comes back', async () => {
    await driver.goto('/contact');
    await alive(driver);
    await driver.run('(globalThis.sameDocument = true)');
    await driver.click('header nav a[href="/blog"]');
    await until(driver, heading('The Swatch Book'));
    await driver.run('history.back()');
    await until(driver, heading('Contact Us'));
    expect(await driver.run('globalThis.sameDocument === true')).toBe(true);
    expect(await driver.errors()).toEqual([]);
  }, 60_000);

  test('a page that is loaded again further down comes alive before anybody touches it', async () => {
    await driver.goto('/about-us');
    await alive(driver);
    await driver.run('void Object.assign(globalThis, { isLeft: true }) || scrollTo(0, 900)');
    await driver.run('void location.reload()');
    await until(driver, `!('isLeft' in globalThis) && scrollY > 0`);
    await alive(driver);
  }, 60_000);

  test('the enquiry opens over a page, says what is missing, and closes by Escape', async () => {
    await driver.goto('/ambience-and-harmony');
    await alive(driver);
    await driver.click('main form[action="/contact"] button');
    await until(driver, `document.querySelector('${MODAL} [name="message"]')`);
    await driver.click(`${MODAL} [type="submit"]`);
    await until(driver, `document.querySelector('${MODAL}').textContent.includes('Please enter your name.')`);
    await driver.press('Escape');
    await until(driver, `!document.querySelector('${MODAL}')`);
  }, 60_000);

  test('the contact form is sent and thanked for', async () => {
    await driver.goto('/contact');
    await alive(driver);
    const answers = {
      name: 'Meena',
      email: 'meena@example.com',
      phone: '9840011111',
      subject: 'Aprons',
      message: 'Six.',
    };
    for (const [name, text] of Object.entries(answers)) await driver.type(`main form [name="${name}"]`, text);
    await driver.click('main form[method="post"] [type="submit"]');
    await until(driver, `location.pathname === '/thank-you' && ${heading('Thank You!')}`);
  }, 60_000);

  test('the products menu and, on a small window, the drawer open and close by keyboard', async () => {
    await driver.goto('/');
    await alive(driver);
    await driver.run(`document.querySelector('header nav button[aria-controls]').focus()`);
    await driver.press('Enter');
    await until(driver, `document.activeElement.getAttribute('aria-expanded') === 'true'`);
    await driver.press('Escape');
    await until(driver, `document.activeElement.getAttribute('aria-expanded') === 'false'`);
    await driver.widen(700);
    await until(driver, 'innerWidth < 900');
    await driver.run(`document.querySelector('header button[aria-haspopup="dialog"]').focus()`);
    await driver.press('Enter');
    await until(driver, `document.activeElement.closest('${MODAL}[aria-label="Menu"]')`);
    await driver.press('Escape');
    await until(driver, `document.activeElement.matches('header button[aria-expanded="false"]')`);
    await driver.widen(1280);
  }, 60_000);

  test('a course is paid for', async () => {
    await driver.goto('/courses/3');
    await alive(driver);
    await driver.click('main form button');
    for (const [label, text] of Object.entries(ANSWERS)) {
      await driver.type(`${MODAL} [name="${label.toLowerCase()}"]`, text);
    }
    await driver.click(`${MODAL} [type="submit"]`);
    await driver.enter('[role="dialog"] iframe');
    await until(driver, `document.querySelector('${STEP} input[autocomplete="cc-number"]')`);
    await fillIn(driver, { 'cc-number': GOOD_CARD, 'cc-exp': '12/39', 'cc-csc': '123' });
    await until(driver, `document.querySelector('${STEP} input[autocomplete="one-time-code"]')`);
    await fillIn(driver, { 'one-time-code': '1234' });
    await driver.enter();
    await until(driver, `location.pathname === '/success' && ${heading('Payment Successful!')}`);
  }, 90_000);
}
