<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Errors\Conflict;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Pages;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\Member;

/**
 * @property-read UsersContactApi $contact
 */
final class UsersApi extends Resource
{
    protected const WITHIN = [
        'contact' => UsersContactApi::class,
    ];

    /**
     * List the users of the organisation.
     *
     * Administrators see all users. All other callers see themselves and verified professionals. Professionals and the front desk also see the front desk and administrators. In addition, doctors and dentists see the patients whom they treat, pharmacies see the patients who ordered from them, and the front desk sees all patients. E-mail addresses are visible to administrators, to the front desk and to the user; professionals see those of the staff. Unverified professionals see the same as patients. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.
     * - `verified`: `false` returns the professionals who are not verified yet.
     *
     * Scope: `users:read`.
     *
     * @param array{
     *     page?: int,
     *     pageSize?: int,
     *     cursor?: string,
     *     role?: list<'PATIENT'|'DOCTOR'|'DENTIST'|'PHARMACIST'|'LABORATORY'|'RECEPTIONIST'|'ADMIN'>,
     *     verified?: bool,
     * } $query
     * @return Pages<Member>
     */
    public function list(array $query = [], ?Options $options = null): Pages
    {
        return new Pages($this->http, new Request(
            'GET',
            '/api/users',
            query: $query,
            take: 'users',
            kind: [Member::class],
            options: $options,
        ));
    }

    /**
     * Read a user of the organisation.
     *
     * Administrators see all users. All other callers see themselves and verified professionals. Professionals and the front desk also see the front desk and administrators. In addition, doctors and dentists see the patients whom they treat, pharmacies see the patients who ordered from them, and the front desk sees all patients. E-mail addresses are visible to administrators, to the front desk and to the user; professionals see those of the staff. Unverified professionals see the same as patients.
     *
     * Scope: `users:read`.
     *
     * @param string $id The id of the user.
     */
    public function get(string $id, ?Options $options = null): Member
    {
        return $this->http->send(new Request(
            'GET',
            '/api/users/{id}',
            values: [$id],
            take: 'user',
            kind: Member::class,
            options: $options,
        ));
    }

    /**
     * Rename, disable or enable a user.
     *
     * Absent fields stay unchanged. Disabled users cannot sign in; their sessions end, and their tokens are refused within a second. If a member of the staff is renamed, the member and the other administrators are notified.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the user.
     * @param array{
     *     name?: string,
     *     disabled?: bool,
     * } $body
     * @throws Conflict Administrators cannot disable themselves, nor rename themselves if there is another administrator.
     */
    public function update(string $id, array $body = [], ?Options $options = null): Member
    {
        return $this->http->send(new Request(
            'PUT',
            '/api/users/{id}',
            values: [$id],
            body: $body,
            keyed: true,
            take: 'user',
            kind: Member::class,
            options: $options,
        ));
    }

    /**
     * Verify a professional.
     *
     * Confirms that an administrator has checked identity and licence of a doctor, dentist, pharmacist or laboratory. Verifying again changes nothing.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the user.
     * @throws Conflict The user is not a professional.
     */
    public function verify(string $id, ?Options $options = null): Member
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/{id}/verify',
            values: [$id],
            keyed: true,
            take: 'user',
            kind: Member::class,
            options: $options,
        ));
    }

    /**
     * Remove the lost second factors of a user.
     *
     * For a person who has lost their device and recovery codes. Afterwards they can sign in with the password alone. Verify the identity of the person before you call it. The person is notified. Call it in your own browser session.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the user.
     * @throws Conflict The user has no second factor, is the caller, or is also a user of another organisation. In the last case, ask the operator of the installation.
     */
    public function removeSecondFactors(string $id, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/{id}/second-factors/remove',
            values: [$id],
            keyed: true,
            take: '',
            options: $options,
        ));
    }
}
