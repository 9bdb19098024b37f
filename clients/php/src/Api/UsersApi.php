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
     * Administrators see all users. Others see themselves and verified professionals, professionals and the front desk also each other and administrators; doctors and dentists also see the patients with whom they have appointments, pharmacies the patients who ordered from them, the front desk all patients. E-mail addresses are visible to administrators, to the front desk, to the user, and among professionals and the front desk. Unverified professionals see the same as patients. Newest first.
     *
     * - `page`: Page number.
     * - `pageSize`: Records per page.
     * - `cursor`: The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`.
     * - `verified`: `false`: professionals who are not verified yet.
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
     * Administrators see all users. Others see themselves and verified professionals, professionals and the front desk also each other and administrators; doctors and dentists also see the patients with whom they have appointments, pharmacies the patients who ordered from them, the front desk all patients. E-mail addresses are visible to administrators, to the front desk, to the user, and among professionals and the front desk. Unverified professionals see the same as patients.
     *
     * Scope: `users:read`.
     *
     * @param string $id Which user.
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
     * Absent fields keep their values. Disabled users cannot sign in; their sessions end, and their tokens are refused within a second. A renamed member of the staff and the other administrators are notified: messages name people as they are called.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which user.
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
     * Confirms that an administrator has checked the qualification of a doctor, dentist, pharmacist or laboratory. Idempotent.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which user.
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
     * For a person who lost the device and the recovery codes: their password alone signs them in then. Make sure that it is them who asks. They are notified. In the administrator’s own browser session.
     *
     * Scope: `users:write`.
     *
     * @param string $id Which user.
     * @throws Conflict The user has no second factor, is the caller, or is also a user of another organisation, whose administrators did not decide it: then the operator removes it.
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
