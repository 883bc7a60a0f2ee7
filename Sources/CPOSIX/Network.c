// News of addresses and routes (rtnetlink(7)): which of them may lead to a server.

#define _GNU_SOURCE
#include "CPOSIX.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

int cposix_network_news(void) {
    int news = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (news < 0) return -1;
    struct sockaddr_nl address = {
        .nl_family = AF_NETLINK,
        .nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE,
    };
    if (bind(news, (struct sockaddr *)&address, sizeof address) == 0) return news;
    int error = errno;
    close(news);
    errno = error;
    return -1;
}

// An address of the link alone leads nowhere, and one whose uniqueness is still looked for (RFC 4862 5.4) comes again.
static int may_be_used(const struct ifaddrmsg *address) {
    return address->ifa_scope != RT_SCOPE_LINK && !(address->ifa_flags & IFA_F_TENTATIVE);
}

// The routes that IPv6 makes by itself come with their addresses, those of IPv4 also when a link is up again.
static int leads_out(const struct rtmsg *route) {
    return route->rtm_type == RTN_UNICAST && (route->rtm_family == AF_INET || route->rtm_protocol != RTPROT_KERNEL);
}

static int is_way_out(const struct nlmsghdr *message) {
    if (message->nlmsg_type == RTM_NEWADDR && message->nlmsg_len >= NLMSG_LENGTH(sizeof(struct ifaddrmsg)))
        return may_be_used(NLMSG_DATA(message));
    if (message->nlmsg_type == RTM_NEWROUTE && message->nlmsg_len >= NLMSG_LENGTH(sizeof(struct rtmsg)))
        return leads_out(NLMSG_DATA(message));
    return 0;
}

int cposix_way_out_appeared(int socket) {
    _Alignas(struct nlmsghdr) char bytes[16384];
    int found = 0;
    for (;;) {
        ssize_t count = recv(socket, bytes, sizeof bytes, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == ENOBUFS) {
            found = 1;
            continue;
        }
        if (count < 0) return errno == EAGAIN ? found : -1;
        int rest = (int)count;
        for (struct nlmsghdr *message = (struct nlmsghdr *)bytes; NLMSG_OK(message, (unsigned)rest);
             message = NLMSG_NEXT(message, rest))
            found |= is_way_out(message);
    }
}
