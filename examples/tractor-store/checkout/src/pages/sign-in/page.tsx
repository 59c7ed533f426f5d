import { Button } from '@tractor-store/ui/Button';
import { definePage } from '@wholepage/remote-kit';
import { Field } from '../../components/Field';
import styles from './SignIn.module.css';

export const page = definePage<{ isRefused: boolean }>({
  load: ({ url }) => ({
    head: { title: 'Sign in | The Tractor Store', canonical: '/checkout/sign-in', noindex: true },
    data: { isRefused: url.searchParams.has('refused') },
  }),
  Page: ({ data }) => (
    <form className={styles.page} action="/checkout/sign-in" method="post">
      <h1>Sign in</h1>
      {data?.isRefused && (
        <p className={styles.refused} role="alert">
          This e-mail address and password do not belong together.
        </p>
      )}
      <Field label="E-mail" name="email" type="email" autoComplete="username" maxLength={200} />
      <Field label="Password" name="password" type="password" autoComplete="current-password" maxLength={200} />
      <div>
        <Button type="submit">Sign in</Button>
      </div>
    </form>
  ),
});
