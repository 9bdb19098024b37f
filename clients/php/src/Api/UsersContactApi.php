<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Contact;
use MedinaCare\Types\SendContactCodeAnswer;

final class UsersContactApi extends Resource
{
    /**
     * Read the contact data of a user.
     *
     * For the user, an administrator and, for patients, the front desk.
     *
     * Scope: `users:read`.
     *
     * @param string $id The id of the user.
     */
    public function get(string $id, ?Options $options = null): Contact
    {
        return $this->http->send(new Request(
            'GET',
            '/api/users/{id}/contact',
            values: [$id],
            take: 'contact',
            kind: Contact::class,
            options: $options,
        ));
    }

    /**
     * Update the contact data of a user.
     *
     * For the user, an administrator and, for patients, the front desk. A guardian cannot change an address of a dependant. Absent fields stay unchanged. National numbers get the country code +212. A new e-mail address or number must be confirmed (`POST /api/users/{id}/contact/codes`); messages to it wait until then.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the user.
     * @param array{
     *     email?: string|null,
     *     phone?: string|null,
     *     language?: 'fr'|'ar'|'en',
     *     preferredChannel?: 'WHATSAPP'|'SMS'|'EMAIL'|null,
     *     optOuts?: list<'WHATSAPP'|'SMS'|'EMAIL'>,
     *     quietHours?: array{
     *         from: string,
     *         to: string,
     *     }|null,
     * } $body
     */
    public function update(string $id, array $body = [], ?Options $options = null): Contact
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/users/{id}/contact',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'contact',
            kind: Contact::class,
            options: $options,
        ));
    }

    /**
     * Send a code to an unconfirmed address.
     *
     * For the user, a guardian, an administrator and, for patients, the front desk. The code has six digits, is valid for 10 minutes and 5 tries, and replaces an earlier code. A change of the address invalidates it. Users can also confirm an address themselves that another user has confirmed for them. An address gets at most 3 codes in an hour and 10 in a day; further calls get 429.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the user.
     * @param array{
     *     address: 'EMAIL'|'PHONE',
     * } $body
     * @throws Conflict The user has no such address, or it is already confirmed.
     */
    public function sendCode(string $id, array $body, ?Options $options = null): SendContactCodeAnswer
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/{id}/contact/codes',
            values: [$id],
            body: $body,
            keyed: true,
            kind: SendContactCodeAnswer::class,
            options: $options,
        ));
    }

    /**
     * Confirm an address with its code.
     *
     * For the user; or for a guardian, an administrator or, for patients, the front desk, to whom the user tells the code. Messages that waited for the confirmation are sent at once. A wrong, used or expired code gets 422.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the user.
     * @param array{
     *     address: 'EMAIL'|'PHONE',
     *     code: string,
     * } $body
     */
    public function confirm(string $id, array $body, ?Options $options = null): Contact
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/{id}/contact/confirmations',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'contact',
            kind: Contact::class,
            options: $options,
        ));
    }
}
