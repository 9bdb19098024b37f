<?php

// Generated from openapi.json by `npm run clients`. Do not edit.

namespace MedinaCare\Api;

use MedinaCare\Items;
use MedinaCare\Meta;
use MedinaCare\Options;
use MedinaCare\Request;
use MedinaCare\Resource;
use MedinaCare\Types\OwnSession;

final class MeSessionsApi extends Resource
{
    /**
     * List the sessions of the current user.
     *
     * Returns the browser sessions of the person in all organisations, last used first. Call it in your own browser session.
     *
     * Scope: `users:read`.
     *
     * @return Items<OwnSession>
     */
    public function list(?Options $options = null): Items
    {
        return $this->http->send(new Request(
            'GET',
            '/api/users/me/sessions',
            take: 'sessions',
            kind: [OwnSession::class],
            options: $options,
        ));
    }

    /**
     * End a session of the current user.
     *
     * Its cookie becomes invalid at once, its access tokens within a second. Call it in your own browser session.
     *
     * Scope: `users:write`.
     *
     * @param string $id The id of the session.
     */
    public function end(string $id, ?Options $options = null): Meta
    {
        return $this->http->send(new Request(
            'DELETE',
            '/api/users/me/sessions/{id}',
            values: [$id],
            keyed: true,
            take: '',
            options: $options,
        ));
    }

    /**
     * End all other sessions of the current user.
     *
     * Ends the sessions in all organisations of the person, except the session of this call. Call it in your own browser session.
     *
     * Scope: `users:write`.
     */
    public function endOthers(?Options $options = null): int
    {
        return $this->http->send(new Request(
            'POST',
            '/api/users/me/sessions/end-others',
            keyed: true,
            take: 'ended',
            options: $options,
        ));
    }
}
