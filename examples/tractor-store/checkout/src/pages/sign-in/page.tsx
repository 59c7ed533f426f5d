import { Button } from '@tractor-store/ui/Button';
import { definePage } from '@wholepage/remote-kit';
import { Alert, CheckoutPage, Form, Ways } from '../../components/CheckoutPage';
import { Field } from '../../components/Field';

export const page = definePage<{ isRefused: boolean }>({
  load: ({ url }) => ({
    head: { title: 'Sign in | The Tractor Store', canonical: '/checkout/sign-in', noindex: true },
    data: { isRefused: url.searchParams.has('refused') },
  }),
  Page: ({ data }) => (
    <CheckoutPage heading="Sign in" width="field">
      {data?.isRefused && <Alert>This e-mail address and password do not belong together.</Alert>}
      <Form action="/checkout/sign-in">
        <Field label="E-mail" name="email" type="email" autoComplete="username" maxLength={200} />
        <Field label="Password" name="password" type="password" autoComplete="current-password" maxLength={200} />
        <Ways>
          <Button type="submit">Sign in</Button>
        </Ways>
      </Form>
    </CheckoutPage>
  ),
});
